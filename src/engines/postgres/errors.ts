import { HindcastError } from "../../errors.js";
import { type ErrorRule, errorByRules } from "../shared/error-rules.js";

// Of the SQLSTATE first: https://www.postgresql.org/docs/current/errcodes-appendix.html.
const rulesAt = (address: string): readonly ErrorRule[] => [
  {
    pattern: /^\[57014\]/,
    code: "cancelled",
    sentence: () => "The query was cancelled on the server before it ended.",
  },
  {
    pattern: /^\[(?:42P01|3F000)\] (?<what>.*)/s,
    code: "tableMissing",
    sentence: (_, detail) =>
      `Expected the source to be in the database at ${address}, but PostgreSQL says: ${detail}. Correct the name: log.source: { table: schema.name }.`,
  },
  {
    pattern: /^\[42703\] column (?:\w+\.)?"?(?<column>.*?)"? does not exist/,
    code: "columnMissing",
    sentence: ({ column }) =>
      `Expected a column "${column}" in the source, but it has none of that name. Correct the name.`,
  },
  {
    pattern: /^\[(?:28|42501)|^SASL/,
    code: "accessDenied",
    sentence: (_, detail) =>
      `PostgreSQL at ${address} denied access: ${detail}. Give the password by engine.passwordFile or HINDCAST_POSTGRES_PASSWORD, or grant SELECT.`,
  },
  {
    pattern: /^\[3D000\]/,
    code: "tableMissing",
    sentence: (_, detail) => `PostgreSQL says: ${detail}. Correct the database in engine.url.`,
  },
  {
    pattern: /^\[(?:42|0A|25)/,
    code: "statementRefused",
    sentence: (_, detail) =>
      `PostgreSQL refused the statement: ${detail}. If the source is SQL of yours, run it alone first.`,
  },
  {
    pattern: /^\[(?:22|21)/,
    code: "valueUnreadable",
    sentence: (_, detail) =>
      `A value of the source could not be read as its type: ${detail}. Correct the rows or cast the column in the source.`,
  },
  {
    pattern: /^\[(?:53|54)/,
    code: "outOfMemory",
    sentence: (_, detail) =>
      `PostgreSQL ran out of memory, disk or connections: ${detail}. Evaluate fewer days at once, or raise its limits.`,
  },
];

const rulesOfLine = (address: string): readonly ErrorRule[] => [
  {
    pattern: /^\[(?:ENOTFOUND|EAI_\w+)\]/,
    code: "networkFailed",
    sentence: (_, detail) =>
      `The name of the PostgreSQL server is not known here: ${detail}. Correct engine.url.`,
  },
  {
    pattern: /^\[(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)\]/,
    code: "networkFailed",
    retryable: true,
    sentence: () => `Nothing answers at ${address}. Check engine.url and that the server runs.`,
  },
  {
    pattern: /certificate|self.signed|SSL|ERR_TLS|altnames/i,
    code: "tlsFailed",
    sentence: (_, detail) =>
      `A TLS connection to ${address} could not be opened: ${detail}. Name the PEM file of its authority by engine.ca, or correct sslmode in engine.url.`,
  },
  {
    pattern: /timeout expired|connection timeout/i,
    code: "networkFailed",
    sentence: () =>
      `Expected PostgreSQL to answer at ${address} in time, but it did not. Check engine.url and whether a firewall stands between, or raise engine.connectTimeout.`,
  },
  {
    pattern:
      /^\[(?:08|57P|ECONN|EPIPE|ETIMEDOUT)|Connection terminated|connection error|not queryable|message type|ended unexpectedly/i,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `The connection to PostgreSQL at ${address} was lost: ${detail}. Try again.`,
  },
  {
    pattern: /^\[XX/,
    code: "engineFailed",
    sentence: (_, detail) => `PostgreSQL failed: ${detail}.`,
  },
];

/** The typed error of what the client threw; errors of ours pass through unchanged. */
export function postgresError(cause: unknown, address: string, sql?: string): HindcastError {
  if (cause instanceof HindcastError) return cause;
  const { code = "", message = String(cause) } = Object(cause) as Partial<NodeJS.ErrnoException>;
  return errorByRules([...rulesAt(address), ...rulesOfLine(address)], {
    engine: "postgres",
    text: code === "" ? message : `[${code}] ${message}`,
    detail: message.replaceAll(/\s+/g, " ").replace(/[.\s]+$/, ""),
    ...(code === "" ? {} : { engineCode: code }),
    sql,
    cause,
  });
}
