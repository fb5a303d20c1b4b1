import type { SourceSpec } from "./index.js";

/** How a file that holds one array is read, for messages of files that do not read as JSON lines. */
export function arrayAdvice(source: SourceSpec): string {
  const [file, ...others] = "files" in source ? source.files : [];
  if (file === undefined || others.length > 0 || !/\.json(\.gz)?$/i.test(file)) return "";
  const sql = `select * from read_json('${file.replaceAll("'", "''")}', format = 'array')`;
  return ` If the file holds one array of objects, write log.source: { sql: ${JSON.stringify(sql)} }.`;
}
