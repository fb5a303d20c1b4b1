import { EngineError, reason } from "../../errors.js";
import { sparkDialect } from "../../sql/dialects/spark.js";
import type { Batch, CallOptions, Engine, EngineInfo, Plan } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import type { SourceRef } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { closedError } from "../shared/cancelled-error.js";
import { keeperOf, readBy } from "../shared/keeper.js";
import { retrying } from "../shared/retrying.js";
import { analyze } from "./analyze.js";
import { batchesOf } from "./batches.js";
import { Scratch } from "./hold.js";
import { requireSoundLines } from "./json-lines.js";
import { readSettings, type SparkOptions } from "./options.js";
import type { DataType } from "./protocol/spark-connect.js";
import { SparkSession } from "./session.js";

const formatted = 5;

/**
 * Spark through Spark Connect (3.5 or newer), or whatever speaks its protocol. Opens one session,
 * in ANSI mode and UTC, when it is first asked, and gives it back on `close`; a session that the
 * address names is used as it stands, set to both, and left. It reads only, and an aborted signal
 * ends the server's job. A stream that the server or the network cuts is taken up where it was.
 * Throws StudyError for options that it does not take; nothing that it throws holds the token.
 *
 * @example
 * const engine = await createSparkEngine({ url: "sc://localhost:15002" });
 */
export async function createSparkEngine(options: SparkOptions): Promise<Engine> {
  const settings = readSettings(options);
  const session = new SparkSession(settings);
  const { scratch: schema } = settings;
  const scratch = schema === undefined ? undefined : new Scratch(session, schema);
  const keeper = scratch && keeperOf(scratch.rows);
  const version = greeting(session);
  return Object.freeze({
    name: sparkDialect.name,
    dialect: sparkDialect,
    info: async () => {
      const known = await version();
      await scratch?.ready();
      return infoOf(known);
    },
    describe: async (source: SourceRef, call: CallOptions = {}) => {
      await scratch?.ready();
      return describe(session, source, call);
    },
    query: (plan: Plan, call: CallOptions = {}) =>
      readBy(keeper, plan, call, (held) => query(session, held, call)),
    explain: (plan: Plan) => explain(session, plan),
    ...(keeper && { release: keeper.release }),
    close: () => session.close(scratch && ((signal) => scratch.tidy(signal))),
  });
}

/** Servers that do not say who they are may hash differently from Spark. */
const infoOf = (version: string): EngineInfo => ({
  version,
  cancel: "hard",
  maxColumns: 120,
  concurrency: 4,
  ownHash: version !== unknown,
  // Each statement is planned anew and its scan has tasks of its own.
  sharesScans: true,
});

const unknown = "unknown";

function greeting(session: SparkSession): () => Promise<string> {
  let version: string | undefined;
  return async () => {
    if (session.closed) throw closedError("spark");
    version ??= await versionOf(session);
    return version;
  };
}

// Sail tells its version only where PySpark is installed with it.
async function versionOf(session: SparkSession): Promise<string> {
  try {
    const { sparkVersion } = await analyze(
      session,
      { sparkVersion: {} },
      session.signal(undefined),
    );
    return sparkVersion?.version ?? unknown;
  } catch (error) {
    const isSilent = error instanceof EngineError && /^(?:syntax|internal)$/.test(error.failure);
    if (isSilent) return unknown;
    throw error;
  }
}

async function describe(
  session: SparkSession,
  source: SourceRef,
  call: CallOptions,
): Promise<readonly SourceColumn[]> {
  const sql = `SELECT * FROM ${sparkDialect.source(source)} AS s`;
  const question = { schema: { plan: planOf(sql) } };
  const { schema } = await analyze(session, question, session.signal(call.signal), sql);
  const columns = columnsOf(schema?.schema);
  if (columns.length > 0) {
    if (source.kind === "files" && source.format === "jsonLines") {
      await requireSoundLines(source, columns, (plan) => query(session, plan, call));
    }
    return columns;
  }
  // Of a path where nothing is, Sail makes a table without columns.
  const message =
    "Expected the source to have columns, but Spark finds none. Correct its path; it is read by Spark's machines, not by this one.";
  throw new EngineError("missing", reason("fileMissing", message, { engine: "spark" }), { sql });
}

async function* query(session: SparkSession, plan: Plan, call: CallOptions): AsyncGenerator<Batch> {
  const sql = printPlan(plan, sparkDialect);
  if (session.closed) throw closedError("spark", sql);
  const signal = session.signal(call.signal);
  const statement = { plan, sql, signal, onProgress: call.onProgress };
  yield* retrying(() => batchesOf(session, statement), signal);
}

async function explain(session: SparkSession, plan: Plan): Promise<string> {
  const sql = printPlan(plan, sparkDialect);
  const question = { explain: { plan: planOf(sql), explainMode: formatted } };
  const { explain: answer } = await analyze(session, question, session.signal(undefined), sql);
  return answer?.explainString ?? "";
}

const planOf = (query: string) => ({ root: { sql: { query } } });

const NAMED = [
  "boolean",
  "byte",
  "short",
  "integer",
  "long",
  "float",
  "double",
  "decimal",
  "string",
  "char",
  "varchar",
  "date",
  "timestamp",
  "timestampNtz",
] as const satisfies readonly (keyof DataType)[];

function columnsOf(schema: DataType | undefined): readonly SourceColumn[] {
  return (schema?.struct?.fields ?? []).map(({ name, dataType }) => {
    const typeName = NAMED.find((name) => dataType?.[name] !== undefined) ?? "";
    return { name, type: sparkDialect.columnType(typeName) };
  });
}
