import { reason, StudyError } from "../../../errors.js";
import type { FileFormat, SourceRef } from "../../../sql/relation.js";
import { endings } from "../endings.js";
import type { Source } from "../source.js";

/** Files or globs of one format. */
export interface FilesSpec {
  readonly files: readonly string[];
}

/** Files by their paths; the format follows from their endings. */
export const files: Source<FilesSpec> = {
  name: "files",
  form: "a file or glob, a list of these",
  reads: "files or globs (Parquet, CSV, JSON lines)",
  value: "texts",
  example: "logs/*.parquet",
  isShort: true,
  read(value) {
    const paths = typeof value === "string" ? [value] : value;
    return isPaths(paths) ? { files: paths } : undefined;
  },
  write: ({ files: paths }) => (paths.length === 1 ? paths[0] : [...paths]),
  ref({ files: paths }): SourceRef {
    const formats = new Set(paths.map(formatOf));
    if (formats.size > 1) throw mixedFormats(paths, [...formats]);
    return { kind: "files", format: [...formats][0] ?? "parquet", paths };
  },
  describe({ files: [first = "", ...rest] }) {
    return rest.length === 0 ? first : `${first} and ${rest.length} more`;
  },
  place: ({ files: paths }, place) => ({ files: paths.map(place) }),
};

const isPaths = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((path) => typeof path === "string" && path !== "");

function formatOf(path: string): FileFormat {
  if (path.includes("\0")) throw withNul(path);
  for (const [ending, format] of endings) if (ending.test(path)) return format;
  const message = `log.source "${path}" must end in .parquet, .csv, .jsonl or .ndjson (.csv and .jsonl also with .gz); of a folder name its files, as in logs/*.parquet; for a table write { table: name }, for a query { sql: "select …" }.${asText(path)}`;
  throw new StudyError(reason("unknownFormat", message, { path }));
}

/** Systems end a path there. */
const withNul = (path: string): StudyError => {
  const message = `log.source ${JSON.stringify(path)} holds the character NUL, which no path has; write the path again.`;
  return new StudyError(reason("unreadable", message, { path }));
};

/** Endings that say a text, and not what stands between its fields. */
const asText = (path: string): string =>
  /\.(dat|data|txt|tab|log)(\.gz)?$/i.test(path)
    ? ` If it is a table as text, say how it is read: { sql: "select * from read_csv('${path.replaceAll("'", "''")}', delim = ',', header = false, sample_size = -1, names = ['session', …])" }.`
    : "";

function mixedFormats(paths: readonly string[], formats: readonly FileFormat[]): StudyError {
  const message = `log.source must name files of one format; these are ${formats.join(" and ")}.`;
  return new StudyError(reason("mixedFormats", message, { files: [...paths] }));
}
