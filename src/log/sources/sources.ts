import { reason, StudyError } from "../../errors.js";
import { withoutComments } from "../../secrets.js";
import { type MemoryTable, memoryTable } from "../../sql/memory-table.js";
import type { FileFormat } from "../../sql/relation.js";
import { endings } from "./endings.js";
import type { Source } from "./source.js";

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText);

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
    return areTexts(paths) ? { files: paths } : undefined;
  },
  write: ({ files: paths }) => (paths.length === 1 ? paths[0] : [...paths]),
  ref: ({ files: paths }) => ({ kind: "files", format: formatOf(paths), paths }),
  describe({ files: [first = "", ...rest] }) {
    return rest.length === 0 ? first : `${first} and ${rest.length} more`;
  },
  place: ({ files: paths }, place) => ({ files: paths.map(place) }),
};

function formatOf(paths: readonly string[]): FileFormat {
  const [format = "parquet", ...others] = [...new Set(paths.map(formatOfOne))];
  if (others.length === 0) return format;
  const message = `log.source must name files of one format; these are ${[format, ...others].join(" and ")}.`;
  throw new StudyError(reason("mixedFormats", message, { files: [...paths] }));
}

function formatOfOne(path: string): FileFormat {
  // Systems end a path there.
  if (path.includes("\0")) {
    const message = `log.source ${JSON.stringify(path)} holds the character NUL, which no path has; write the path again.`;
    throw new StudyError(reason("unreadable", message, { path }));
  }
  for (const [ending, format] of endings) if (ending.test(path)) return format;
  const message = `log.source "${path}" must end in .parquet, .csv, .jsonl or .ndjson (.csv and .jsonl also with .gz); of a folder name its files, as in logs/*.parquet; for a table write { table: name }, for a query { sql: "select …" }.${asText(path)}`;
  throw new StudyError(reason("unknownFormat", message, { path }));
}

/** Endings that say a text, and not what stands between its fields. */
const asText = (path: string): string =>
  /\.(dat|data|txt|tab|log)(\.gz)?$/i.test(path)
    ? ` If it is a table as text, say how it is read: { sql: "select * from read_csv('${path.replaceAll("'", "''")}', delim = ',', header = false, sample_size = -1, names = ['session', …])" }.`
    : "";

/** A table by the parts of its name. */
export interface TableSpec {
  readonly table: readonly string[];
}

/** A table of the engine. A name is split at its dots; a list of parts is taken as it is. */
export const table: Source<TableSpec> = {
  name: "table",
  form: '{ table: "schema.name" }',
  reads: "a table of the engine",
  value: "name",
  example: "main.log",
  read(value) {
    const parts = typeof value === "string" ? value.split(".") : value;
    return areTexts(parts) ? { table: parts } : undefined;
  },
  write: ({ table: parts }) =>
    parts.some((part) => part.includes(".")) ? [...parts] : parts.join("."),
  ref: ({ table: name }) => ({ kind: "table", name }),
  describe: ({ table: parts }) => `table ${parts.join(".")}`,
};

/** An Iceberg table by its folder. */
export interface IcebergSpec {
  readonly iceberg: string;
}

/** An Iceberg table by the folder that holds it, without a catalog. */
export const iceberg: Source<IcebergSpec> = {
  name: "iceberg",
  form: '{ iceberg: "path" }',
  reads: "an Iceberg table by its path",
  value: "text",
  example: "s3://bucket/log",
  read: (value) => (isText(value) ? { iceberg: value } : undefined),
  write: ({ iceberg: path }) => path,
  ref: ({ iceberg: path }) => ({ kind: "iceberg", path }),
  describe: ({ iceberg: path }) => `the Iceberg table at ${path}`,
  place: ({ iceberg: path }, place) => ({ iceberg: place(path) }),
};

/** A query of the user's own. */
export interface SqlSpec {
  readonly sql: string;
}

export const sql: Source<SqlSpec> = {
  name: "sql",
  form: '{ sql: "select …" }',
  reads: "a query in the dialect of the engine",
  value: "text",
  example: "select * from main.log",
  read: (value) => (isText(value) ? { sql: value } : undefined),
  // Comments say what is for readers of the study alone, and may name a password.
  write: ({ sql: text }) => withoutComments(text),
  ref: ({ sql: text }) => ({ kind: "sql", sql: text }),
  describe: (_, path) => `the query of ${path}`,
};

/** Rows in memory; a text stands for rows that a result of another process was computed from. */
export interface RowsSpec {
  readonly rows: MemoryTable | string;
}

/** Rows of the calling program: an array of objects, or an object of equally long columns. */
export const rows: Source<RowsSpec> = {
  name: "rows",
  form: "{ rows: [{ column: value }] }",
  reads: "rows in memory: an array of objects, or an object of columns",
  value: "rows",
  example: [{ session: 1, position: 1, liked: 0.5 }],
  read(value) {
    if (typeof value === "string") {
      return /^\d+ rows in memory$/.test(value) ? { rows: value } : undefined;
    }
    const table = memoryTable(value);
    return "fault" in table ? table : { rows: table };
  },
  write: ({ rows: table }) => inWords(table),
  ref: ({ rows: table }) => ({
    kind: "rows",
    table: typeof table === "string" ? gone(table) : table,
  }),
  describe: ({ rows: table }) => `the table of ${inWords(table)}`,
};

const inWords = (table: MemoryTable | string): string =>
  typeof table === "string" ? table : `${table.rows} rows in memory`;

/** Rows that only a result names: it can be concluded again, but not evaluated. */
function gone(rows: string): MemoryTable {
  const columns = (): never => {
    const message = `log.source names ${rows}, which another run held; a result does not keep them. Give the rows themselves: source: { rows: [ … ] }.`;
    throw new StudyError(reason("rowsGone", message));
  };
  return { name: "rows_gone", rows: Number.parseInt(rows, 10), columns };
}
