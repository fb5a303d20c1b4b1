import type { ErrorRule } from "../shared/error-rules.js";

const refused = (_: unknown, detail: string): string =>
  `ClickHouse refused the statement: ${detail}. If the source is SQL of yours, run it alone first.`;

const spent = "Raise the limit (engine.settings), or evaluate fewer days at once.";

/** ClickHouse's own errors, by code; the first that matches holds. */
export const SERVER_RULES: readonly ErrorRule[] = [
  {
    pattern: /^\[394 /,
    code: "cancelled",
    sentence: () => "The query was cancelled before it ended, on the server and not from here.",
  },
  {
    pattern: /^\[(?:192|193|194|516|742) /,
    code: "loginFailed",
    sentence: () =>
      "ClickHouse does not know this user or password. Correct HINDCAST_CLICKHOUSE_USER and HINDCAST_CLICKHOUSE_PASSWORD (or engine.user and engine.passwordFile).",
  },
  {
    pattern: /^\[164 /,
    code: "settingsRefused",
    sentence: (_, detail) =>
      `ClickHouse lets this user set nothing: ${detail}. Answers depend on settings that go with every statement: give the user's profile readonly = 2 (or 0) instead of 1. Read rights still suffice.`,
  },
  {
    pattern: /^\[452 /,
    code: "settingsRefused",
    sentence: (_, detail) =>
      `ClickHouse does not let this user set what the statements need: ${detail}. Relax the constraint in the user's profile, or set a value within it in engine.settings.`,
  },
  {
    pattern: /^\[(?:115|73) /,
    code: "serverTooOld",
    sentence: (_, detail) =>
      `This ClickHouse does not know what the statements need: ${detail}. Use version 25.1 or later, and check the names in engine.settings.`,
  },
  {
    pattern: /^\[497 /,
    code: "accessDenied",
    sentence: (_, detail) =>
      `ClickHouse does not let this user read the source: ${detail}. Tables need SELECT; files also need CREATE TEMPORARY TABLE and READ on FILE, S3 or URL.`,
  },
  {
    pattern: /^\[(?:291|481) /,
    code: "accessDenied",
    sentence: (_, detail) =>
      `ClickHouse may not read this file: ${detail}. A path is one on the server, inside its user_files_path; put the files there, or name them by s3:// or https://.`,
  },
  {
    pattern: /^\[60 .*?hindcast_held_\d/s,
    code: "sessionLost",
    failure: "missing",
    sentence: () =>
      "ClickHouse has lost the session in which rows are held. Where a load balancer stands before several servers, let it send requests with the same session_id to the same one, or leave out engine.hold.",
  },
  {
    pattern: /^\[372 /,
    code: "sessionLost",
    failure: "missing",
    sentence: (_, detail) => `ClickHouse has lost the session in which rows are held: ${detail}.`,
  },
  {
    pattern: /^\[373 /,
    code: "serverBusy",
    retryable: true,
    sentence: () =>
      "The session of ClickHouse in which rows are held is still at work on a statement that was given up. Try again.",
  },
  {
    pattern: /^\[60 .*?(?:identifier|Table) ['`]?(?<table>[^'`\s]+)['`]?/s,
    code: "tableMissing",
    sentence: ({ table }) =>
      `Expected a table ${table} in ClickHouse, but there is none of that name (or this user may not see it). Correct the name, or name the database: [database, table] or engine.database.`,
  },
  {
    pattern: /^\[81 .*?Database [`']?(?<database>\S+?)[`']? (?:does not|doesn't) exist/s,
    code: "tableMissing",
    sentence: ({ database }) =>
      `Expected a database ${database} in ClickHouse, but there is none of that name (or this user may not see it). Correct the name.`,
  },
  {
    pattern: /^\[(?:60|81) /,
    code: "tableMissing",
    sentence: (_, detail) =>
      `Expected the source to be in ClickHouse, but it is not: ${detail}. Correct the name.`,
  },
  {
    pattern:
      /^\[(?:47|8|16) .*?(?:identifier|Identifier|column|Column) ['`](?:[slr]\.)?(?<column>[^'`]+)['`](?:.*?Maybe you meant: \['(?:[slr]\.)?(?<near>[^']+)')?/s,
    code: "columnMissing",
    sentence: ({ column, near }) =>
      `Expected a column "${column}" in the source, but it has none of that name${near === undefined ? "" : `; it has "${near}"`}. Correct the name (capitals count).`,
  },
  {
    pattern:
      /^\[395 .*no such file|^\[(?:107|400|76|636) .*?(?:No such file|doesn't exist|does not exist|no files)/s,
    code: "fileMissing",
    sentence: (_, detail) =>
      `Expected files where the source names them, but none is there: ${detail}. A path is one on the server, inside its user_files_path. Correct it.`,
  },
  {
    pattern: /^\[(?:499|636|86) .*(?:NoSuchKey|NoSuchBucket|\b404\b|Not Found)/s,
    code: "fileMissing",
    sentence: (_, detail) =>
      `Expected files where the source names them, but none is there: ${detail}. Correct the path.`,
  },
  {
    pattern: /^\[(?:499|636|86) .*(?:Access ?Denied|InvalidAccessKey|SignatureDoes|\b40[13]\b)/is,
    code: "accessDenied",
    sentence: (_, detail) =>
      `ClickHouse may not read the files of the source: ${detail}. The server reads them with its own credentials: grant those, or use a named collection in log.source: { sql: "select * from s3(…)" }.`,
  },
  {
    pattern:
      /^\[(?:198|209|210|279|425|499|519|86|1000) |^\[636 .*(?:refused|Not found address|Poco::|timed? ?out)/is,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `ClickHouse could not reach the source or another of its servers: ${detail}. Try again later, or correct the address of the source.`,
  },
  {
    pattern: /^\[(?:636|117|33|246|271|354|432) /,
    code: "fileUnreadable",
    sentence: (_, detail) =>
      `Expected the files of the source to be of the format that they are read as, but ClickHouse says: ${detail}. Write them again, or state their format.`,
  },
  {
    pattern: /^\[(?:241|243|173|158|307|396|191) /,
    code: "outOfMemory",
    sentence: (_, detail) => `ClickHouse reached a limit of memory or size: ${detail}. ${spent}`,
  },
  {
    pattern: /^\[(?:159|160) /,
    failure: "resource",
    code: "queryTimeout",
    sentence: (_, detail) => `ClickHouse gave the query no more time: ${detail}. ${spent}`,
  },
  {
    pattern: /^\[202 /,
    code: "serverBusy",
    retryable: true,
    sentence: () =>
      "ClickHouse runs as many queries as it is allowed to. Try again later, or raise max_concurrent_queries.",
  },
  {
    pattern: /^\[201 /,
    code: "quotaSpent",
    sentence: (_, detail) => `The quota of this ClickHouse user is spent: ${detail}.`,
  },
  {
    pattern:
      /^\[395 .*no day such as|^\[(?:6|26|27|38|41|53|69|70|72|128|131|190|321|349|407|457|467|471) |^\[\d+ CANNOT_(?:PARSE|CONVERT|READ)/,
    code: "valueUnreadable",
    sentence: (_, detail) =>
      `A value of the source could not be read as its type: ${detail}. Correct the rows or cast the column in the source.`,
  },
  {
    pattern: /^\[(?:42|43|44|46|48|50|62|63|179|184|215|344|386|403|1) /,
    code: "statementRefused",
    sentence: refused,
  },
];
