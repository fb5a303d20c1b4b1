import { type Reason, reason, UnsupportedError } from "../../errors.js";
import type { Lexis } from "../../sql-tokens.js";
import type { ValueType } from "../expression.js";
import { oneSelect } from "../one-select.js";
import type { SourceRef } from "../relation.js";
import type { ColumnType } from "../source-column.js";

export const castTo =
  (types: Readonly<Record<ValueType, string>>) =>
  (value: string, to: ValueType): string =>
    `CAST(${value} AS ${types[to]})`;

/** A text literal of standard SQL: quotes are doubled and nothing else is special. */
export const quotedText = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A text literal where backslashes escape; `nul` is how NUL is written. */
export const escapedText = (value: string, nul = "\\0"): string =>
  `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\0", nul)}'`;

/**
 * Identifiers in quotes of one kind, which are doubled inside unless `inside` says otherwise; throws UnsupportedError
 * for names that no engine has.
 */
export const quotedBy =
  (
    quote: string,
    engine: string,
    inside: (name: string) => string = (name) => name.replaceAll(quote, quote + quote),
  ) =>
  (name: string): string => {
    if (name !== "" && !/\0|\p{Surrogate}/u.test(name)) return `${quote}${inside(name)}${quote}`;
    const message = `${engine} cannot read a column called ${JSON.stringify(name)}: a name needs a character, no NUL and no half of one (a lone surrogate). Rename it in the source.`;
    throw new UnsupportedError(reason("columnUnsupported", message));
  };

/** The user's own query as a table; the line break ends a comment that its text may end with. */
export const subquery = (sql: string, lexis: Lexis = standard): string =>
  `(\n${oneSelect(sql, lexis)}\n)`;

const standard: Lexis = { backslashes: false, hashes: false };

/** Several paths as one pattern, `/data/{a,b}.parquet`: the folder stands before the braces. */
export function alternatives(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split("/").slice(0, -1));
  const differ = first.findIndex((part, i) => rest.some((other) => other[i] !== part));
  const folder = first.slice(0, differ < 0 ? first.length : differ).map((part) => `${part}/`);
  const ends = paths.map((path) => path.slice(folder.join("").length));
  return `${folder.join("")}{${ends.join(",")}}`;
}

/** REGEXP_REPLACE, whose template names a group by a mark before its number. */
export const regexpReplace =
  (mark: string, name = "REGEXP_REPLACE") =>
  (value: string, pattern: string, template: string): string =>
    `${name}(${value}, ${pattern}, ${template.replace(/\{(\d)\}/g, (_, group) => mark + group)})`;

interface TableReader {
  readonly engine: string;
  /** What a name looks like there: "schema.table". */
  readonly name: string;
  readonly identifier: (name: string) => string;
  readonly query: (sql: string) => string;
}

/** Sources of an engine that reads its tables and queries, and no files by their paths. */
export const tablesOnly =
  ({ engine, name, identifier, query }: TableReader): ((source: SourceRef) => string) =>
  (source) => {
    switch (source.kind) {
      case "files":
      case "iceberg":
        throw unreadable(engine, source, `Name a table: log.source: { table: ${name} }.`);
      case "table":
        return source.name.map(identifier).join(".");
      case "sql":
        return query(source.sql);
      case "rows":
        throw unreadable(engine, source, writeRows);
      default:
        return source satisfies never;
    }
  };

/** What to do where rows in memory cannot be read. */
export const writeRows =
  "Write them to a table and name it, or use engine: duckdb, which reads them where they are.";

/** The refusal of a source that an engine does not read, and what to name instead. */
export function unreadable(engine: string, source: SourceRef, instead: string): UnsupportedError {
  return new UnsupportedError(unreadableReason(engine, what(source), instead));
}

function unreadableReason(engine: string, source: string, instead: string): Reason {
  const message = `${engine} does not read ${source} by itself. ${instead}`;
  return reason("sourceUnsupported", message, { engine });
}

function what(source: SourceRef): string {
  if (source.kind === "files") {
    const [first = "", ...rest] = source.paths;
    return `the file "${first}"${rest.length === 0 ? "" : ` (and ${rest.length} more)`}`;
  }
  if (source.kind === "rows") return "rows in memory";
  return source.kind === "iceberg" ? `the Iceberg table at "${source.path}"` : "this source";
}

/** The type of a column from its type's name: the first pattern that matches holds, `other` if none. */
export const columnTypes =
  (
    patterns: readonly (readonly [RegExp, ColumnType | ((name: string) => ColumnType)])[],
  ): ((typeName: string) => ColumnType) =>
  (typeName) => {
    const type = patterns.find(([pattern]) => pattern.test(typeName))?.[1] ?? "other";
    return typeof type === "string" ? type : type(typeName);
  };
