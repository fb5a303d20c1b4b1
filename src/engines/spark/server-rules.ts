import type { ErrorRule } from "../shared/error-rules.js";

type Sentence = ErrorRule["sentence"];

const refused: Sentence = (_, detail) =>
  `Spark refused the statement: ${detail}. If the source is SQL of yours, run it alone first.`;
const noTable: Sentence = ({ name }, detail) =>
  `Expected the source to exist, but ${name === undefined ? `Spark says: ${detail}` : `Spark finds no table or view ${plain(name)}`}. Correct the name; a temporary view is seen in its own session only (session_id in engine.url).`;
const noColumn: Sentence = ({ column = "", near }) =>
  `Expected a column "${lastPart(column)}" in the source, but it has none of that name${near === undefined ? "" : `; it has ${near.split(", ").map(lastPart).join(", ")} and perhaps others`}. Correct the name.`;
const noFile: Sentence = ({ path }, detail) =>
  `Expected files at ${path === undefined ? "the source's path" : `"${path}"`}, but none is there${path === undefined ? ` (Spark says: ${detail})` : ""}. Correct the path; it is read by Spark's machines, not by this one.`;
const badValue: Sentence = (_, detail) =>
  `A value of the source could not be read or computed with: ${detail}. Correct the rows or cast the column in the source.`;
const noScheme: Sentence = (_, detail) =>
  `Spark's machines have no file system for the source's path: ${detail}. Start the server with its connector (hadoop-aws for s3a:), or name a table.`;
const farFile: Sentence = (_, detail) =>
  `Spark could not reach the source over the network: ${detail}. Try again, or see whether its machines may connect to it.`;
const badFile: Sentence = (_, detail) =>
  `Expected the source's files to be sound and of one format, but Spark says: ${detail}. Write them again, or name a table.`;
const noRight: Sentence = (_, detail) =>
  `Spark may not read the source for this user: ${detail}. Grant the right to read it.`;
const noRoom: Sentence = (_, detail) =>
  `Spark ran out of memory, disk or executors: ${detail}. Give the executors more, or evaluate fewer days at once.`;

/**
 * What Spark's servers say, as `[ERROR_CLASS] text` or `[exception] text`; the first that matches
 * holds. Sail has no classes, and texts of its own.
 */
export const SERVER_RULES: readonly ErrorRule[] = [
  {
    pattern: /stopped SparkContext|SparkContext (?:was|has been|is) (?:stopped|shut ?down)/i,
    code: "serverGone",
    sentence: () =>
      "Spark has shut down while it served: its SparkContext is stopped. Start Spark Connect again, then run this again.",
  },
  {
    pattern:
      /^\[(?:OPERATION_CANCELED|OPERATION_ABANDONED|SPARK_JOB_CANCELLED)|cancelled (?:part of cancelled )?job group|Operation was canceled/i,
    code: "cancelled",
    sentence: () => "Somebody cancelled the query on the server before it ended. Run it again.",
  },
  {
    pattern: /^\[(?:INVALID_HANDLE|INVALID_CURSOR)|operation not found|session not found/i,
    code: "sessionLost",
    retryable: true,
    sentence: (_, detail) =>
      `Spark no longer holds the session or the result, after a restart or a long silence: ${detail}. Run it again.`,
  },
  {
    pattern:
      /\[TABLE_OR_VIEW_NOT_FOUND\].*?(?:table or view (?<name>`.+?`) cannot|not found: (?<name2>\S+))/is,
    code: "tableMissing",
    sentence: (groups, detail) => noTable({ name: groups.name ?? groups.name2 ?? "" }, detail),
  },
  {
    pattern:
      /^\[(?:(?:SCHEMA|CATALOG|DATA_SOURCE)_NOT_FOUND|REQUIRES_SINGLE_PART_NAMESPACE|MISSING_CATALOG_ABILITY)|invalid argument: table reference|(?:catalog|database|schema|namespace) not found/i,
    code: "tableMissing",
    sentence: noTable,
  },
  {
    pattern:
      /^\[UNRESOLVED_COLUMN\b.*? with name (?<column>`.+?`) cannot be resolved(?:\. Did you mean one of the following\? \[(?<near>.*?)\])?/s,
    code: "columnMissing",
    sentence: noColumn,
  },
  {
    pattern: /attribute .*?(?<column>Identifier\("[^"]*"\)\]\)) is missing from the schema/s,
    code: "columnMissing",
    sentence: noColumn,
  },
  {
    pattern: /No FileSystem for scheme|ClassNotFoundException: Class \S*FileSystem/,
    code: "extensionMissing",
    sentence: noScheme,
  },
  {
    pattern:
      /^\[PATH_NOT_FOUND\].*?Path does not exist: (?<path>.*?)\.?(?: SQLSTATE|$)|^\[FAILED_READ_FILE\.FILE_NOT_EXIST\]|FileNotFoundException|No such file or directory|^\[UNABLE_TO_INFER_SCHEMA\]/s,
    code: "fileMissing",
    sentence: noFile,
  },
  {
    pattern:
      /^\[(?:INSUFFICIENT_(?:TABLE_)?(?:PERMISSIONS?|PRIVILEGES?|OWNERSHIP)|PERMISSION_DENIED|UNAUTHORIZED)|AccessControlException|AccessDenied|Permission denied|Forbidden/i,
    code: "accessDenied",
    sentence: noRight,
  },
  {
    pattern:
      /\[(?:CAST_|DIVIDE_BY_ZERO|ARITHMETIC_OVERFLOW|BINARY_ARITHMETIC_OVERFLOW|NUMERIC_VALUE_OUT_OF_RANGE|NUMERIC_OUT_OF_SUPPORTED_RANGE|DECIMAL_PRECISION|INVALID_ARRAY_INDEX|CANNOT_PARSE|CONVERSION_INVALID_INPUT|USER_RAISED_EXCEPTION|DATETIME_OVERFLOW|INTERVAL_ARITHMETIC)|divide by zero|Cannot cast (?:string|value)|Cast error|\b(?:arithmetic|integer|int|long|decimal) overflow/i,
    code: "valueUnreadable",
    sentence: badValue,
  },
  {
    pattern:
      /UnknownHostException|ConnectTimeoutException|SocketTimeoutException|lookup address information|Generic \w+ error/,
    code: "networkFailed",
    sentence: farFile,
  },
  {
    pattern:
      /\[(?:FAILED_READ_FILE|CANNOT_READ_FILE_FOOTER|CANNOT_READ_FILE|CANNOT_MERGE_SCHEMAS|FAILED_MERGE_SCHEMA|CANNOT_MERGE_|MALFORMED_|FAILED_TO_CREATE_PLAN_FOR_DIRECT_QUERY|PARQUET_|UNSUPPORTED_FEATURE\.PARQUET|INVALID_PARQUET)|is not a Parquet file|Parquet error|Could not read footer|CorruptRecord|Json error|invalid Parquet/i,
    code: "fileUnreadable",
    sentence: badFile,
  },
  {
    pattern:
      /OutOfMemory|OUT_OF_MEMORY|UNABLE_TO_ACQUIRE_MEMORY|maxResultSize|serialized results of|ExecutorLostFailure|executor .*? (?:lost|exited)|No space left|Resources exhausted|RESOURCE_EXHAUSTED|larger than max|StackOverflowError|Job aborted|^\[(?:FAILED_TO_.*BROADCAST|EXECUTOR_)/i,
    code: "outOfMemory",
    sentence: noRoom,
  },
  {
    pattern:
      /ParseException|AnalysisException|^\[(?:PARSE_|UNRESOLVED_|AMBIGUOUS_|DATATYPE_MISMATCH|UNSUPPORTED_|INVALID_|WRONG_NUM_ARGS|MISSING_|NOT_)|IllegalArgumentException.*invalid argument|UnsupportedOperationException|unknown function/s,
    code: "statementRefused",
    sentence: refused,
  },
];

/** Names without Spark's back-ticks. */
const plain = (names: string): string => names.replaceAll("`", "");

/** The column of `s`.`column`, or of Sail's Identifier("column"). */
const lastPart = (name: string): string =>
  /Identifier\("([^"]*)"\)\]\)$/.exec(name)?.[1] ?? plain(name.split("`.`").at(-1) ?? name);
