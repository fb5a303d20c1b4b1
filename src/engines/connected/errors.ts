import { type EngineError, HindcastError } from "../../errors.js";
import { type ErrorRule, errorByRules } from "../shared/error-rules.js";

// SQLSTATE first, then the words of Snowflake, BigQuery, Trino, Redshift, Databricks and drivers of Python.
const rules: readonly ErrorRule[] = [
  {
    pattern: /^\[57014\]|query (?:was )?cancell?ed|INTERRUPT Error|SQL execution canceled/i,
    code: "cancelled",
    sentence: () => "The query was cancelled before it ended.",
  },
  {
    pattern:
      /^\[(?:42703|42S22)\]|UNRESOLVED_COLUMN|COLUMN_NOT_FOUND|UNKNOWN_IDENTIFIER|unrecognized name|invalid identifier|\bcolumn\b[^\n]*(?:does not exist|not found|cannot be resolved)/i,
    code: "columnMissing",
    sentence: (_, detail) =>
      `Expected the columns of the study in the source, but the database says: ${detail}. Correct the name.`,
  },
  {
    pattern:
      /^\[(?:42P01|3F000|42S02|02000)\]|TABLE_OR_VIEW_NOT_FOUND|TABLE_NOT_FOUND|UNKNOWN_TABLE|Not found: (?:Table|Dataset)|\b(?:table|view|relation|object|schema)\b[^\n]*(?:does not exist|not found)/i,
    code: "tableMissing",
    sentence: (_, detail) =>
      `Expected the source to be in the database, but it says: ${detail}. Correct the name: log.source: { table: schema.name }.`,
  },
  {
    pattern:
      /^\[(?:28\w*|42501)\]|permission denied|access denied|not authorized|insufficient privileges|password authentication/i,
    code: "accessDenied",
    sentence: (_, detail) => `The database denied access: ${detail}. Grant SELECT on the source.`,
  },
  {
    pattern:
      /^\[(?:22|21)|invalid input syntax|CAST_INVALID_INPUT|not recognized|cannot (?:parse|cast)|bad .* value/i,
    code: "valueUnreadable",
    sentence: (_, detail) =>
      `A value of the source could not be read as its type: ${detail}. Correct the rows or cast the column in the source.`,
  },
  {
    pattern: /^\[(?:53|54)|out of memory|memory limit|quota|resources exceeded/i,
    code: "outOfMemory",
    sentence: (_, detail) =>
      `The database ran out of memory, disk or quota: ${detail}. Evaluate fewer days at once, or raise its limits.`,
  },
  {
    pattern: /^\[(?:42|0A|25)|syntax error|SYNTAX_ERROR|PARSE_SYNTAX|SQL compilation error/i,
    code: "statementRefused",
    sentence: (_, detail) =>
      `The database refused the statement: ${detail}. If the source is SQL of yours, run it alone first.`,
  },
  {
    pattern: /^\[(?:08|57P)|connection (?:was |is )?(?:lost|closed|reset|refused)/i,
    code: "networkFailed",
    sentence: (_, detail) => `The connection to the database was lost: ${detail}. Connect again.`,
  },
  {
    pattern: /^/,
    code: "engineFailed",
    sentence: (_, detail) => `The database failed: ${detail}.`,
  },
];

/** The typed error of what a connection threw; errors of ours pass through unchanged. */
export function connectionError(cause: unknown, engine: string, sql: string): HindcastError {
  if (cause instanceof HindcastError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  const code = codeOf(cause);
  return errorByRules(rules, {
    engine,
    text: code === undefined ? said : `[${code}] ${said}`,
    detail: detailOf(said),
    engineCode: code,
    sql,
    cause,
  }) satisfies EngineError;
}

function codeOf(cause: unknown): string | undefined {
  const { code, sqlState } = Object(cause) as {
    readonly code?: unknown;
    readonly sqlState?: unknown;
  };
  const known = sqlState ?? code;
  return known === undefined || known === null ? undefined : String(known);
}

/** The first line of what a database says, without the statement that many repeat. */
const detailOf = (said: string): string =>
  (said.split(/\n\s*\n|\nLINE \d+:/, 1)[0] ?? "")
    .replaceAll(/\s+/g, " ")
    .replace(/[.!\s]+$/, "")
    .slice(0, 400);
