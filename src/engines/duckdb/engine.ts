import type {
  Batch,
  CallOptions,
  DescribeOptions,
  Engine,
  Misfits,
  Plan,
} from "../../sql/engine.js";
import { describeRows } from "../../sql/memory-table.js";
import { printPlan } from "../../sql/print.js";
import { memoryTablesIn, type SourceRef, sourcesIn } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { requireOnce } from "../shared/header-line.js";
import { type Keeper, keeperOf, readBy } from "../shared/keeper.js";
import { createTextFiles, type TextFiles, textFilesIn } from "../shared/text-files.js";
import { batchReader } from "./batch.js";
import { client } from "./client.js";
import { Connections } from "./connections.js";
import { dialectOf } from "./dialect.js";
import { hasSmallDictionary } from "./dictionary.js";
import { guarded, take } from "./guarded.js";
import { duckdbRows } from "./hold.js";
import { type DuckdbOptions, type OpenInstance, openInstance } from "./instance.js";
import { bytesOf, columnsWithin } from "./limits.js";
import { loadRows } from "./memory-rows.js";
import { misfitsOf } from "./misfits.js";
import type { Run } from "./odd-lines.js";
import { queriesIn, queryOf, requireOneStatement } from "./one-statement.js";
import { rangesByFile } from "./ranges-by-file.js";
import { requireReading, requireReadingDatabase } from "./reading-query.js";
import { formOfText, stateOfText } from "./text-forms.js";

/**
 * DuckDB inside this process, reading files where they lie. It spills to disk beyond its memory
 * limit, writes nothing, and stops within milliseconds when a signal is aborted. Throws StudyError
 * for options that DuckDB does not take and EngineError where the database cannot be opened.
 *
 * @example
 * const engine = await createDuckdbEngine({ threads: 2, memoryLimit: "4GB" });
 */
export async function createDuckdbEngine(options: DuckdbOptions = {}): Promise<Engine> {
  return engineOver(await openInstance(options), options.hold);
}

export async function engineOver(database: OpenInstance, hold = true): Promise<Engine> {
  const connections = new Connections(database);
  const memory = await memoryLimitOf(connections);
  if (database.isFile) await checkDatabase(connections);
  const files = createTextFiles<Run>({
    dialectOf,
    formOf: formOfText,
    stateOf: stateOfText,
  });
  const { dialect } = files;
  const rows = duckdbRows((...statement) => rowsOf(connections, ...statement), dialect);
  const keeper = hold ? keeperOf(rows) : undefined;
  const opened: EngineParts = { connections, files };
  return Object.freeze({
    name: dialect.name,
    dialect,
    info: async () => ({
      version: client.version(),
      cancel: "hard" as const,
      maxColumns: 1000,
      maxColumnsOf: (groups: number) => columnsWithin(memory, groups),
      concurrency: 1,
      ownHash: true,
      rangesInFooters: true as const,
    }),
    describe: (source: SourceRef, call: DescribeOptions = {}) =>
      describe(opened, source, obeying(connections, call)),
    query: (plan: Plan, call: CallOptions = {}) =>
      query(opened, keeper, plan, obeying(connections, call)),
    explain: (plan: Plan) => explain(opened, plan),
    computesByEntry: (source: SourceRef, column: string, call: CallOptions = {}) =>
      hasSmallDictionary(
        (sql) => rowsOf(connections, sql, "dictionary of a column", obeying(connections, call)),
        source,
        column,
      ),
    misfits: (source: SourceRef, column: string, call: CallOptions = {}) =>
      misfits(opened, source, column, obeying(connections, call)),
    ...(keeper && { release: keeper.release }),
    close: async () => connections.close(),
  });
}

interface EngineParts {
  readonly connections: Connections;
  readonly files: TextFiles<Run>;
}

async function checkDatabase(connections: Connections): Promise<void> {
  try {
    await requireReadingDatabase((sql) => rowsOf(connections, sql, "views and macros", {}));
  } catch (error) {
    connections.close();
    throw error;
  }
}

async function memoryLimitOf(connections: Connections): Promise<number> {
  const sql = "SELECT current_setting('memory_limit')";
  const [[size] = []] = await rowsOf(connections, sql, "memory limit", {});
  return bytesOf(String(size));
}

function obeying<Call extends CallOptions>(connections: Connections, call: Call): Call {
  return { ...call, signal: connections.signal(call.signal) };
}

async function* query(
  opened: EngineParts,
  keeper: Keeper | undefined,
  plan: Plan,
  call: CallOptions,
): AsyncGenerator<Batch> {
  const { connections } = opened;
  await load(opened, plan, call);
  const ranges = await rangesByFile(
    (statement) => rowsOf(connections, statement, plan.purpose, call),
    plan,
  );
  if (ranges !== undefined) {
    yield ranges;
    return;
  }
  yield* readBy(keeper, plan, call, (held) => batchesOf(opened, held, call));
}

async function* batchesOf(
  { connections, files }: EngineParts,
  plan: Plan,
  call: CallOptions,
): AsyncGenerator<Batch> {
  const sql = printPlan(plan, files.dialect);
  const connection = await take(connections, call, sql);
  let readToItsEnd = false;
  try {
    if (plan.isDense) await connection.run(`SET perfect_ht_threshold = ${denseBits}`);
    const result = await guarded(connection, plan.purpose, call, sql, () => connection.stream(sql));
    const read = batchReader(plan, result);
    const next = () => guarded(connection, plan.purpose, call, sql, () => result.fetchChunk());
    for (let chunk = await next(); chunk !== null && chunk.rowCount > 0; chunk = await next()) {
      yield read(chunk);
    }
    if (plan.isDense) await connection.run("RESET perfect_ht_threshold");
    readToItsEnd = true;
  } finally {
    connections.giveBack(connection, readToItsEnd);
  }
}

/** Groups have a place each up to 2^20 combinations of their keys' ranges; 2^12 by default. */
const denseBits = 20;

async function describe(
  { connections, files }: EngineParts,
  source: SourceRef,
  call: DescribeOptions,
): Promise<readonly SourceColumn[]> {
  if (source.kind === "rows") return describeRows(source.table);
  await findForms({ connections, files }, [source], call);
  if (source.kind === "files") {
    const { headers = [], delimiter = "," } = files.formOf(source) ?? {};
    requireOnce(headers, delimiter, source, call.columns ?? []);
  }
  const sql = `DESCRIBE SELECT * FROM ${files.dialect.source(source)} AS s`;
  await checkQueries(connections, queryOf(source), "columns of the source", call);
  const rows = await rowsOf(connections, sql, "columns of the source", call);
  return rows.map(([name, type]) => ({
    name: String(name),
    type: files.dialect.columnType(String(type)),
  }));
}

async function misfits(
  { connections, files }: EngineParts,
  source: SourceRef,
  column: string,
  call: CallOptions,
): Promise<Misfits | undefined> {
  const form = source.kind === "files" ? files.formOf(source) : undefined;
  if (source.kind !== "files" || form === undefined) return undefined;
  const run = (sql: string) => rowsOf(connections, sql, "values that are no numbers", call);
  return misfitsOf(run, source, form, column);
}

async function explain(opened: EngineParts, plan: Plan): Promise<string> {
  const { connections, files } = opened;
  await load(opened, plan, obeying(connections, {}));
  const sql = `EXPLAIN ${printPlan(plan, files.dialect)}`;
  const rows = await rowsOf(connections, sql, plan.purpose, obeying(connections, {}));
  return rows.map((row) => String(row.at(-1))).join("\n");
}

async function rowsOf(
  connections: Connections,
  sql: string,
  purpose: string,
  call: CallOptions,
): Promise<readonly (readonly unknown[])[]> {
  const connection = await take(connections, call, sql);
  let readToItsEnd = false;
  try {
    const rows = await guarded(connection, purpose, call, sql, async () =>
      (await connection.runAndReadAll(sql)).getRows(),
    );
    readToItsEnd = true;
    return rows;
  } finally {
    connections.giveBack(connection, readToItsEnd);
  }
}

/** Looks at each query of the user's own once, before it is a part of a statement. */
async function checkQueries(
  connections: Connections,
  queries: readonly string[],
  purpose: string,
  call: CallOptions,
): Promise<void> {
  for (const sql of queries) {
    await connections.once(`query ${sql}`, async () => {
      const connection = await take(connections, call, sql);
      try {
        await guarded(connection, purpose, call, sql, async () => {
          await requireOneStatement(connection, sql);
          await requireReading(
            async (query) => (await connection.runAndReadAll(query)).getRows(),
            sql,
          );
        });
      } finally {
        connections.giveBack(connection, true);
      }
    });
  }
}

async function findForms(
  { connections, files }: EngineParts,
  sources: readonly SourceRef[],
  call: CallOptions,
): Promise<void> {
  const run = (sql: string) => rowsOf(connections, sql, "types of columns", call);
  for (const source of textFilesIn(sources)) await files.find(source, run);
}

/** Puts rows in memory that a plan reads where DuckDB finds them, once each. */
async function load(opened: EngineParts, plan: Plan, call: CallOptions): Promise<void> {
  const { connections, files } = opened;
  const sql = printPlan(plan, files.dialect);
  await checkQueries(connections, queriesIn(plan.relation), plan.purpose, call);
  await findForms(opened, sourcesIn(plan.relation), call);
  for (const table of memoryTablesIn(plan.relation)) {
    await connections.once(`rows ${table.name}`, async () => {
      const connection = await take(connections, call, sql);
      try {
        await guarded(connection, plan.purpose, call, sql, () => loadRows(connection, table));
      } finally {
        connections.giveBack(connection, true);
      }
    });
  }
}
