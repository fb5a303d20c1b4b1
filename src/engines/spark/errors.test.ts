import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { InternalError } from "../../errors.js";
import { sessionError } from "./errors.js";
import { readSettings } from "./options.js";
import { ErrorInfoSchema } from "./protocol/spark-connect.js";

const { signal } = new AbortController();
const lost: string[] = [];
const session = {
  settings: readSettings({ url: "sc://cluster" }, {}),
  isKnown: true,
  forget: () => void lost.push("session"),
  causesOf: async (errorId: string) => ["a.Wrapper: wrapped", `java.lang.Cause: why ${errorId}`],
};

/** What the client throws of a server's error: a status with details. */
function said(
  message: string,
  reason: string,
  metadata: Record<string, string> = {},
): ConnectError {
  const error = new ConnectError(message, Code.Internal);
  const value = toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason, metadata }));
  error.details.push({ type: "google.rpc.ErrorInfo", value });
  return error;
}

const ofSpark = (errorClass: string, text: string): ConnectError =>
  said(`[${errorClass}] ${text}`, "org.apache.spark.sql.AnalysisException", {
    errorClass,
    errorId: "42",
  });
const ofSail = (text: string, exception = "SparkRuntimeException"): ConnectError =>
  said(text, `org.apache.spark.${exception}`);

const errorOf = (cause: unknown, given = false) =>
  sessionError(session, cause, { signal, sql: "SELECT 1", hasBegun: given });

describe("an error of Spark or of Sail becomes one of ours", () => {
  it.each([
    [
      ofSpark(
        "TABLE_OR_VIEW_NOT_FOUND",
        "The table or view `a`.`log` cannot be found. Verify the spelling. SQLSTATE: 42P01; line 1 pos 14;\n'Project [*]",
      ),
      ["missing", "tableMissing", /finds no table or view a\.log\. Correct the name/],
    ],
    [
      ofSail("Table not found: [TABLE_OR_VIEW_NOT_FOUND] Table or view not found: log"),
      ["missing", "tableMissing", /finds no table or view log\. Correct the name/],
    ],
    [
      ofSpark(
        "UNRESOLVED_COLUMN.WITH_SUGGESTION",
        "A column, variable, or function parameter with name `s`.`zz z` cannot be resolved. Did you mean one of the following? [`s`.`a`, `b`]. SQLSTATE: 42703",
      ),
      ["missing", "columnMissing", /a column "zz z" .* it has a, b and perhaps others/],
    ],
    [
      ofSail(
        'attribute ObjectName([Identifier("s"), Identifier("zz z")]) is missing from the schema',
      ),
      [
        "missing",
        "columnMissing",
        /a column "zz z" in the source, but it has none of that name\. /,
      ],
    ],
    [
      ofSpark("PATH_NOT_FOUND", "Path does not exist: s3a://b/x.parquet. SQLSTATE: 42K03"),
      ["missing", "fileMissing", /files at "s3a:\/\/b\/x\.parquet", but none/],
    ],
    [
      ofSpark("PARSE_SYNTAX_ERROR", "Syntax error at 'SELEC'. SQLSTATE: 42601\n\n== SQL ==\nSELEC"),
      ["syntax", "statementRefused", /: Syntax error at 'SELEC'\. If the source/],
    ],
    [
      ofSail("invalid argument: found SELEC", "java.lang.IllegalArgumentException"),
      ["syntax", "statementRefused", /found SELEC/],
    ],
    [
      ofSpark(
        "DIVIDE_BY_ZERO",
        'Division by zero. Use `try_divide` to tolerate. If necessary set "ansi" to "false".',
      ),
      ["data", "valueUnreadable", /computed with: Division by zero\. Correct/],
    ],
    [ofSail("divide by zero"), ["data", "valueUnreadable", /divide by zero/]],
    [
      ofSail("Cast error: Cannot cast string 'abc0' to value of Int64 type"),
      ["data", "valueUnreadable", /'abc0'/],
    ],
    [
      ofSpark("CAST_INVALID_INPUT", "The value 'abc' cannot be cast."),
      ["data", "valueUnreadable", /'abc'/],
    ],
    [
      ofSpark(
        "FAILED_READ_FILE.NO_HINT",
        "Encountered error while reading file a.parquet. SQLSTATE: KD001",
      ),
      ["data", "fileUnreadable", /reading file a\.parquet: java\.lang\.Cause: why 42\./],
    ],
    [ofSail("Parquet error: Corrupt footer"), ["data", "fileUnreadable", /Corrupt footer/]],
    [
      said(
        "Job aborted due to stage failure: Lost task (executor 2): java.lang.OutOfMemoryError: Java heap space\n\tat a.b.C(D.java:1)",
        "org.apache.spark.SparkException",
      ),
      ["resource", "outOfMemory", /Java heap space\. Give the executors more/],
    ],
    [
      said("Job aborted: java.lang.StackOverflowError", "org.apache.spark.SparkException"),
      ["resource", "outOfMemory", /StackOverflowError/],
    ],
    [
      ofSpark("INSUFFICIENT_PERMISSIONS", "User does not have permission SELECT on log."),
      ["auth", "accessDenied", /SELECT on log\. Grant/],
    ],
    [
      ofSpark("OPERATION_CANCELED", "Operation has been canceled."),
      ["cancelled", "cancelled", /Somebody/],
    ],
    [
      said(
        "Cannot call methods on a stopped SparkContext.\nThis stopped SparkContext was created at:",
        "java.lang.IllegalStateException",
      ),
      ["network", "serverGone", /shut down while it served/],
    ],
    [
      ofSpark(
        "FAILED_READ_FILE.NO_HINT",
        "a.parquet: Cannot call methods on a stopped SparkContext.",
      ),
      ["network", "serverGone", /Start Spark Connect again/],
    ],
    [
      ofSpark("SPARK_JOB_CANCELLED", "Job 3 cancelled because SparkContext was shut down"),
      ["network", "serverGone", /shut down/],
    ],
    [ofSpark("SOMETHING_NEW", "Went wrong."), ["syntax", "statementRefused", /Went wrong/]],
    [said("Went wrong.", "java.lang.Error"), ["internal", "engineFailed", /Went wrong/]],
  ] as const)("%s", async (cause, [failure, code, message]) => {
    const error = await errorOf(cause);
    expect(error).toMatchObject({ kind: "engine", failure, code, retryable: false, cause });
    expect(error.message).toMatch(message);
    expect(error).toMatchObject({ sql: "SELECT 1" });
    expect(error.message).not.toContain("SELECT 1");
  });

  it.each([
    [new ConnectError("connect ECONNREFUSED 1.2.3.4:5", Code.Unavailable), "networkFailed", true],
    [new ConnectError("getaddrinfo ENOTFOUND cluster", Code.Unavailable), "networkFailed", false],
    [new ConnectError("self-signed certificate", Code.Internal), "tlsFailed", false],
    [new ConnectError("read ECONNRESET", Code.Aborted), "networkFailed", true],
    [
      new ConnectError("protocol error: incomplete envelope", Code.InvalidArgument),
      "networkFailed",
      true,
    ],
    [new ConnectError("HTTP 404", Code.Unimplemented), "networkFailed", false],
    [ofSpark("INVALID_HANDLE.OPERATION_NOT_FOUND", "The handle is invalid."), "sessionLost", true],
  ])("%s: worth another try only before the first row", async (cause, code, retryable) => {
    expect(await errorOf(cause)).toMatchObject({ failure: "network", code, retryable });
    expect(await errorOf(cause, true)).toMatchObject({
      failure: "network",
      code,
      retryable: false,
    });
  });

  it("forgets the session that the server has lost, and no other", async () => {
    lost.splice(0);
    await errorOf(ofSpark("INVALID_HANDLE.OPERATION_NOT_FOUND", ""));
    expect(lost).toEqual([]);
    await errorOf(ofSpark("INVALID_HANDLE.SESSION_CHANGED", ""));
    expect(lost).toEqual(["session"]);
  });

  it("is the cancellation after an abort, and errors of ours stay as they are", async () => {
    const aborted = { signal: AbortSignal.abort(), sql: "SELECT 1" };
    const cause = new ConnectError("canceled", Code.Canceled);
    expect(await sessionError(session, cause, aborted)).toMatchObject({ code: "cancelled" });
    const own = new InternalError("ours");
    expect(await errorOf(own)).toBe(own);
  });

  it("of what has never answered as Spark Connect says what may stand there instead", async () => {
    const cause = new ConnectError("Protocol error", Code.Internal);
    const first = { ...session, isKnown: false };
    const error = await sessionError(first, cause, { signal, sql: "SELECT 1" });
    expect(error).toMatchObject({ failure: "network", retryable: false });
    expect(error.message).toMatch(/^Something answers at .*, but it is not a Spark Connect server/);
    expect((await errorOf(cause)).message).toMatch(/was lost and did not come back/);
  });
});
