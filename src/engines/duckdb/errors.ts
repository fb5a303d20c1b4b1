import { EngineError } from "../../errors.js";
import { type ErrorRule, errorByRules } from "../shared/error-rules.js";

// DuckDB's own words for a damaged file; a name or a value of the user's may hold "parquet" too.
const PARQUET_DAMAGE =
  /^(?:Invalid|Invalid Input|IO|Serialization) Error: (?:TProtocolException|don't know what type|Footer length error in file|Out of buffer|Failed to read file "[^"]*": [^\n]*(?:decompress|corrupt)|[^\n]*(?:corrupt|invalid|damaged)[^\n]* Parquet (?:file|page|header|metadata))/i;

// The first that matches holds. DuckDB gives no codes: the class is the beginning of the message.
const RULES: readonly ErrorRule[] = [
  {
    pattern: /^INTERRUPT Error/,
    code: "cancelled",
    sentence: () => "The query was cancelled before it ended.",
  },
  {
    pattern: /^(?:Parser|Syntax) Error/,
    code: "statementRefused",
    sentence: refused,
  },
  {
    pattern: /^IO Error: Cannot open database "(?<path>[^"]*)".*database does not exist/s,
    code: "fileMissing",
    sentence: ({ path }) =>
      `Expected a DuckDB file at "${path}", but none is there. Correct engine.database.`,
  },
  {
    pattern: /^IO Error: No files found that match the pattern "(?<path>[^"]*)"/,
    code: "fileMissing",
    sentence: ({ path }) =>
      `Expected files at "${path}", but none is there. Correct the path or pattern of the source.`,
  },
  {
    pattern:
      /^IO Error: Can(?:no|')t open (?:file )?"(?<path>[^"]*)".*(?:No such file|not exist)/is,
    code: "fileMissing",
    sentence: ({ path }) =>
      `Expected a file at "${path}", but none is there. Correct the path of the source.`,
  },
  {
    pattern:
      /^Permission Error: Cannot access \w+ "(?<path>[^"]*)" - file system operations are disabled/,
    failure: "auth",
    code: "fileUnreadable",
    sentence: ({ path }) =>
      `The study reads "${path}", which lies in no folder of engine.sandbox. Read files of these folders only, or add its folder there.`,
  },
  {
    pattern: /^IO Error: .*"(?<path>[^"]*)".*Permission denied|^Permission Error/is,
    failure: "auth",
    code: "fileUnreadable",
    sentence: ({ path }, detail) =>
      path === undefined
        ? `DuckDB may not do this here: ${detail}.`
        : `Expected to be allowed to read "${path}", but the system denied it. Grant read access.`,
  },
  {
    pattern: /^IO Error: Extension "[^"]*?(?<extension>\w+)\.duckdb_extension" not found/,
    code: "extensionMissing",
    sentence: ({ extension }) => `${notInstalled(extension)} ${orCopies}`,
  },
  {
    pattern: /^(?:HTTP Error|Connection Error|IO Error: .*(?:HTTP|connection|resolve))/is,
    code: "networkFailed",
    retryable: true,
    sentence: (_, detail) =>
      `DuckDB could not reach the source over the network: ${detail}. Try again, or copy the files.`,
  },
  {
    pattern: /^Out of Memory Error|^IO Error: .*(?:No space left|temp_directory|temporary file)/is,
    code: "outOfMemory",
    sentence: (_, detail) =>
      `DuckDB ran out of memory or of space for spilling: ${detail}. Raise the memory limit, name a temporary directory with more space, or evaluate fewer days at once.`,
  },
  {
    pattern: /^Binder Error: .*?Referenced column "(?<column>.*?)" not found/s,
    code: "columnMissing",
    sentence: ({ column }, detail) =>
      `Expected a column "${column}" in the source, but it has none of that name${candidates(detail)}. Correct the name.`,
  },
  {
    pattern:
      /^Binder Error: (?:Table|Values list) "[^"]*" does not have a column named "(?<column>.*?)"(?:\n|$)/s,
    code: "columnMissing",
    sentence: ({ column }, detail) =>
      `Expected a column "${column}" in the source, but it has none of that name${candidates(detail)}. Correct the name.`,
  },
  {
    pattern:
      /^(?:Catalog|Binder) Error: (?<what>(?:Table(?! Function)|View|Schema|Catalog)\b.*?) does not exist/s,
    code: "tableMissing",
    sentence: ({ what }) =>
      `Expected the source to exist, but ${lowerFirst(what ?? "")} does not. Correct the name, or name the DuckDB file that holds it: engine: { name: duckdb, database: "log.duckdb" }.`,
  },
  {
    pattern:
      /requires the extension (?<needed>\w+) to be loaded|exists in the (?<other>[a-z0-9_]+) extension/,
    code: "extensionMissing",
    sentence: ({ needed, other }, detail) => {
      const name = needed ?? other ?? "";
      return `The source needs DuckDB's extension ${name}, which is not loaded (${detail}). Name it, engine: { name: duckdb, extensions: [${name}] } (--extensions ${name}); it must be installed, which nothing here does unasked: INSTALL ${name}, once, in a DuckDB of the same version. ${orCopies}`;
    },
  },
  {
    pattern:
      /^(?:Missing Extension|(?:Extension )?Autoloading|Extension) Error|^[A-Za-z ]+ Error: [^\n]*\b(?:required|exists in the [a-z0-9_]+) extension\b/i,
    code: "extensionMissing",
    sentence: (_, detail) =>
      `The source needs a DuckDB extension that is not installed: ${detail}. Read local Parquet, CSV or JSON lines files instead.`,
  },
  {
    pattern: /^(?:Binder|Catalog|Type) Error/,
    code: "statementRefused",
    sentence: refused,
  },
  {
    pattern: /^Invalid Input Error: Error when sniffing file "(?<path>[^"]*)"/,
    code: "fileUnreadable",
    sentence: ({ path, file = "the source" }) =>
      `Expected ${path === undefined ? file : `"${path}"`} to be CSV, a header line and lines of equally many fields, but DuckDB finds no such form in it. Write it again, or read it with options of your own by log.source: { sql: "select * from read_csv(…)" }.`,
  },
  {
    pattern:
      /No magic bytes found at end of file '(?<path>[^']*)'|File '(?<other>[^']*)' too small to be a Parquet file/,
    code: "fileUnreadable",
    sentence: ({ path, other }) =>
      `Expected "${path ?? other}" to be a Parquet file, but it is not one or was cut off. Write the file again, or state its format.`,
  },
  {
    pattern: PARQUET_DAMAGE,
    code: "fileUnreadable",
    sentence: ({ file = "the source" }, detail) =>
      `Expected ${file} to be sound Parquet, but a file is damaged (DuckDB says: ${detail}). Write it again.`,
  },
  {
    pattern: /Input is not a GZIP stream: (?<path>[^\n]*)/,
    code: "fileUnreadable",
    sentence: ({ path }) =>
      `Expected "${path}" to be compressed by gzip, as its name says, but it is not. Compress it, or take the ending .gz from its name.`,
  },
  {
    pattern:
      /CSV Error on Line.*Maximum line size of (?<most>\d+) bytes exceeded\. Actual Size: ?(?<came>\d+)/s,
    code: "fileUnreadable",
    sentence: ({ most, came, file = "the source" }) =>
      `A line of ${file} has ${came} bytes, and a line may have at most ${most}. Correct or remove the line; where rows are that large, read them by log.source: { sql: "select * from read_csv(…, max_line_size = …)" }.`,
  },
  {
    pattern:
      /"maximum_object_size" of (?<most>\d+) bytes exceeded while reading file "(?<path>[^"]*)" \(>?(?<came>\d+) bytes\)/,
    code: "fileUnreadable",
    sentence: ({ path, most, came }) =>
      `A line of "${path}" has ${came} bytes or more, and an object may have at most ${most}. Correct or remove the line; where rows are that large, read them by log.source: { sql: "select * from read_json(…, maximum_object_size = …)" }.`,
  },
  {
    pattern: /CSV Error on Line: (?<line>\d+)/,
    code: "fileUnreadable",
    sentence: ({ line, file = "the source" }, detail) =>
      `Line ${line} of ${file} cannot be read: ${detail.replace(/^CSV Error on Line: \d+ /, "")}. Correct or remove the line, or read it with other options by log.source: { sql: "select * from read_csv(…)" }.`,
  },
  {
    pattern:
      /JSON transform error in file "(?<path>[^"]*)", in line (?<line>\d+): (?<fault>[^\n]*)/,
    code: "fileUnreadable",
    sentence: ({ path, line, fault = "" }) =>
      `Line ${line} of "${path}" does not fit the lines before it: ${cut(fault)}. Correct or remove the line.`,
  },
  {
    pattern: /^Invalid Input Error: Malformed JSON in file "(?<path>[^"]*)"/,
    code: "fileUnreadable",
    sentence: ({ path }, detail) =>
      `Expected every line of "${path}" to be one JSON object, but DuckDB says: ${detail}. Correct or remove the line.${arrayAdvice(path)}`,
  },
  {
    pattern:
      /^(?:Conversion|Out of Range|Invalid Input|Invalid|Mismatch Type|Serialization|IO) Error/,
    code: "valueUnreadable",
    sentence: ({ file = "the source" }, detail) =>
      `A value of ${file} could not be read as its type: ${detail}. Correct the rows or cast the column in the source.`,
  },
  {
    pattern: /^Not implemented Error/,
    code: "statementRefused",
    sentence: refused,
  },
  {
    pattern: /^/,
    code: "engineFailed",
    sentence: (_, detail) => `DuckDB failed: ${detail}.`,
  },
];

// The client's own words before the message of the database.
const PREFACE = /^Failed to [a-z ]+: /;

export function duckdbError(cause: unknown, sql?: string): EngineError {
  if (cause instanceof EngineError) return cause;
  const said = String(cause instanceof Error ? cause.message : cause).replace(PREFACE, "");
  return errorByRules(RULES, {
    engine: "duckdb",
    text: said,
    detail: withoutStatement(said),
    groups: filesIn(sql),
    engineCode: said.split(":", 1)[0] ?? "",
    sql,
    cause,
  });
}

const notInstalled = (name = ""): string =>
  `DuckDB's extension ${name} is not installed, and nothing is downloaded unasked. Install it once, where the network permits, by INSTALL ${name} in a DuckDB of the same version.`;

const orCopies = "Or copy the files to this machine and name the copies.";

function refused(_: unknown, detail: string): string {
  return `DuckDB refused the statement: ${detail}. If the source is SQL of yours, run it alone first.`;
}

/** The files that a statement reads, as messages name them. */
function filesIn(sql = ""): Record<string, string> {
  const list = /\bread_(?:parquet|csv|json)\(\[('(?:[^']|'')*')(, ')?/.exec(sql);
  if (list?.[1] === undefined) return {};
  const first = `"${list[1].slice(1, -1).replaceAll("''", "'")}"`;
  return { file: list[2] === undefined ? first : `${first} (or another file of the source)` };
}

/** DuckDB's message without its advice on options of its readers. */
const cut = (said: string): string =>
  said.replace(/\s*(?:Try increasing|Possible fixes:).*$/s, "").replace(/[.!\s]+$/, "");

/** What DuckDB said without the class, the excerpt of the statement and the final stop. */
function withoutStatement(said: string): string {
  const [sentence = ""] = said
    .replace(/(Original Line: [^\n]{80})[^\n]+/, "$1…")
    .split(/\n\s*\n|\nLINE \d+:/, 1);
  return cut(sentence.replace(/^[A-Za-z ]+ Error: /, "").replaceAll(/\s+/g, " "));
}

function candidates(detail: string): string {
  const names = /Candidate bindings: (.*)$/.exec(detail)?.[1];
  return names === undefined ? "" : `; it has ${names.replaceAll(/: ?/g, "")} and perhaps others`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A line of an array that goes over several lines is no object. */
const arrayAdvice = (path = ""): string =>
  /\.json(\.gz)?$/i.test(path)
    ? ` If the file holds one array of objects, read it by { sql: "select * from read_json('${path.replaceAll("'", "''")}', format = 'array')" }.`
    : "";
