import { reason, UnsupportedError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { findDialect } from "../../sql/dialects/index.js";
import type { Batch, CallOptions, DescribeOptions, Engine, Plan } from "../../sql/engine.js";
import { describeRows } from "../../sql/memory-table.js";
import { printPlan } from "../../sql/print.js";
import { memoryTablesIn, type SourceRef, sourcesIn } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { typesStatement } from "../results/statement.js";
import { requireOnce } from "../shared/header-line.js";
import { type Keeper, keeperOf, type RowHolder, readBy } from "../shared/keeper.js";
import { createTextFiles, type TextFiles, textFilesIn } from "../shared/text-files.js";
import { batchOf } from "./batch-of.js";
import type { ConnectionOptions } from "./connection.js";
import { ConnectionSession } from "./connection-session.js";
import { particularsOf, type Run } from "./particulars.js";

/**
 * An engine over a connection of the caller's own: it prints statements, and `run` runs them. The connection stays
 * open and is asked one statement at a time, the settings of its session first. Throws StudyError for a dialect that
 * there is not, and UnsupportedError where `hold` is set and rows cannot be held.
 *
 * @example
 * const client = new pg.Client("postgres://reader@db.example.com/shop");
 * await client.connect();
 * const engine = connect({
 *   dialect: "postgres",
 *   async run({ sql }) {
 *     const { fields, rows } = await client.query({ text: sql, rowMode: "array" });
 *     return { names: fields.map(({ name }) => name), rows };
 *   },
 * });
 * const result = await evaluate(study, { engine });
 */
export function connect({ dialect: name, run, hold = false }: ConnectionOptions): Engine {
  const printed = findDialect(name);
  const { texts, misfits, holder, errorOf, version, maxColumns } = particularsOf(printed);
  const session = new ConnectionSession({ dialect: printed, run, errorOf });
  const files = texts && createTextFiles(texts);
  const dialect = files?.dialect ?? printed;
  const asked = async (sql: string, purpose: string, call: CallOptions) =>
    (await session.whole({ sql, purpose }, call)).rows;
  const keeper = hold ? keeperOf(required(holder?.(asked, dialect), dialect)) : undefined;
  let known: string | undefined;
  const versionOf = async (sql: string): Promise<string> => {
    known ??= String((await asked(sql, "version", {}))[0]?.[0]);
    return known;
  };
  const connected: Connected = { session, dialect, files, keeper };
  return Object.freeze({
    name: dialect.name,
    dialect,
    info: async () => ({
      version: version === undefined ? "unknown" : await versionOf(version),
      cancel: "soft" as const,
      maxColumns,
      concurrency: 1,
      ownHash: version !== undefined,
    }),
    describe: (source: SourceRef, call: DescribeOptions = {}) => describe(connected, source, call),
    query: (plan: Plan, call: CallOptions = {}) => query(connected, plan, call),
    explain: async (plan: Plan) => printPlan(plan, dialect),
    ...(misfits && {
      misfits: async (source: SourceRef, column: string, call: CallOptions = {}) => {
        const form = source.kind === "files" ? files?.formOf(source) : undefined;
        if (source.kind !== "files" || form === undefined) return undefined;
        const search: Run = (sql) => asked(sql, "values that are no numbers", call);
        return misfits(search, source, form, column);
      },
    }),
    ...(keeper && { release: keeper.release }),
    close: async () => session.close(),
  });
}

interface Connected {
  readonly session: ConnectionSession;
  readonly dialect: Dialect;
  readonly files: TextFiles<Run> | undefined;
  readonly keeper: Keeper | undefined;
}

async function* query(connected: Connected, plan: Plan, call: CallOptions): AsyncGenerator<Batch> {
  if (memoryTablesIn(plan.relation).length > 0) throw rowsUnsupported(connected.dialect);
  await findForms(connected, sourcesIn(plan.relation), call);
  yield* readBy(connected.keeper, plan, call, (held) => batchesOf(connected, held, call));
}

async function* batchesOf(
  { session, dialect }: Connected,
  plan: Plan,
  call: CallOptions,
): AsyncGenerator<Batch> {
  const { purpose, columns } = plan;
  const statement = { sql: printPlan(plan, dialect), purpose, columns };
  for await (const rows of session.rows(statement, call)) {
    const batch = batchOf(plan, rows);
    if (batch.rows > 0) yield batch;
  }
}

async function describe(
  connected: Connected,
  source: SourceRef,
  { columns, ...call }: DescribeOptions,
): Promise<readonly SourceColumn[]> {
  if (source.kind === "rows") return describeRows(source.table);
  const { session, dialect, files } = connected;
  await findForms(connected, [source], call);
  if (source.kind === "files") {
    const { headers = [], delimiter = "," } = files?.formOf(source) ?? {};
    requireOnce(headers, delimiter, source, columns ?? []);
  }
  const noRow = `SELECT * FROM ${dialect.source(source)} AS s WHERE 1 = 0`;
  const { names } = await session.whole({ sql: noRow, purpose: "columns of the source" }, call);
  const wanted = columns === undefined ? names : names.filter((each) => columns.includes(each));
  const types = wanted.length === 0 ? new Map() : await typesOf(connected, source, wanted, call);
  return names.map((each) => ({ name: each, type: types.get(each) ?? "other" }));
}

/** None of a source without rows: databases name the type of a value, not of a column. */
async function typesOf(
  connected: Connected,
  source: SourceRef,
  names: readonly string[],
  call: CallOptions,
): Promise<ReadonlyMap<string, SourceColumn["type"]>> {
  const { dialect } = connected;
  const types = new Map<string, SourceColumn["type"]>();
  const plan = typesStatement(source, names).planIn(dialect);
  for await (const { columns } of batchesOf(connected, plan, call)) {
    for (const [name, [type]] of columns) types.set(name, dialect.columnType(String(type)));
  }
  return types;
}

async function findForms(
  { session, files }: Connected,
  sources: readonly SourceRef[],
  call: CallOptions,
): Promise<void> {
  const run: Run = async (sql) =>
    (await session.whole({ sql, purpose: "types of columns" }, call)).rows;
  for (const source of textFilesIn(sources)) await files?.find(source, run);
}

function required(holder: RowHolder | undefined, { name }: Dialect): RowHolder {
  if (holder !== undefined) return holder;
  const message = `hold: rows are not held on a connection to ${name}. Leave hold out.`;
  throw new UnsupportedError(reason("sourceUnsupported", message, { engine: name }));
}

function rowsUnsupported({ name }: Dialect): UnsupportedError {
  const message = `Rows in memory cannot be read by a connection to ${name}. Put them into a table or a file, and name that.`;
  return new UnsupportedError(reason("sourceUnsupported", message, { engine: name }));
}
