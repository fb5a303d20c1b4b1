import type { SourceColumn } from "../../sql/index.js";

/** A column's name in a query. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * A file in a query of DuckDB's. Its columns have the types of the whole file: DuckDB's own choice for a query looks
 * at the first lines.
 */
export function fileInQuery(file: string, columns: readonly SourceColumn[] = []): string {
  const path = quotedText(file);
  if (/\.(?:jsonl|ndjson|json)(?:\.gz)?$/i.test(file)) {
    return `read_json(${path}, format = 'newline_delimited', sample_size = -1)`;
  }
  if (!/\.(?:csv|tsv)(?:\.gz)?$/i.test(file)) return path;
  const types = columns.flatMap(({ name, type }) => {
    const known = typeNames[type];
    return known === undefined ? [] : [`${quotedText(name)}: '${known}'`];
  });
  const typed = types.length === 0 ? "sample_size = -1" : `types = {${types.join(", ")}}`;
  return `read_csv(${path}, header = true, quote = '"', escape = '"', ${typed})`;
}

const typeNames: Readonly<Partial<Record<SourceColumn["type"], string>>> = {
  bigint: "BIGINT",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  decimal: "HUGEINT",
  // Those with an offset are among them.
  timestamp: "TIMESTAMP WITH TIME ZONE",
  text: "VARCHAR",
};
