import { EngineError, InternalError, reason } from "../../errors.js";
import type { Batch, BatchColumn, CallOptions, Engine, Plan, PlanType } from "../engine.js";
import { describeRows } from "../memory-table.js";
import { printPlan } from "../print.js";
import type { SourceRef } from "../relation.js";
import type { ColumnType, SourceColumn } from "../source-column.js";
import { interpreterDialect } from "./dialect.js";
import { openTable, runRelation } from "./run-relation.js";
import { type Table, tableOfRows } from "./table.js";
import type { Row, Tables, Value } from "./value.js";

export interface InterpreterOptions {
  /** Columns of tables whose rows do not show them: empty tables, columns that are all NULL. */
  readonly columns?: Readonly<Record<string, readonly SourceColumn[]>>;
}

/**
 * An engine that evaluates plans over rows in memory, in the plainest way: what other engines are
 * tested against, and what a browser or a test without a database can use. Sources are tables by
 * name. Whatever engines would read differently (mixed types, a fraction cast to BIGINT) throws
 * InternalError instead.
 *
 * @example
 * const engine = createInterpreter({ log: [{ position: 1n, reward: 0.5 }] });
 */
export function createInterpreter(tables: Tables, options: InterpreterOptions = {}): Engine {
  const opened = new Map(
    Object.entries(tables).map(([name, rows]) => [name, tableOf(rows, options.columns?.[name])]),
  );
  const open = (source: SourceRef): Table => openTable(source, opened);
  return Object.freeze({
    name: interpreterDialect.name,
    dialect: interpreterDialect,
    info: async () => ({
      version: "1",
      cancel: "none" as const,
      maxColumns: 100_000,
      concurrency: 1,
      ownHash: true,
    }),
    describe: async (source: SourceRef) => describe(source, open, options),
    query: (plan: Plan, call: CallOptions = {}) => query(plan, open, call),
    explain: async (plan: Plan) => printPlan(plan, interpreterDialect),
    close: async () => undefined,
  });
}

function tableOf(rows: readonly Row[], declared: readonly SourceColumn[] = []): Table {
  const names = new Set(declared.map(({ name }) => name));
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return tableOfRows([...names], rows);
}

function describe(
  source: SourceRef,
  open: (source: SourceRef) => Table,
  options: InterpreterOptions,
): readonly SourceColumn[] {
  if (source.kind === "rows") return describeRows(source.table);
  const inferred = inferColumns(open(source));
  const declared = source.kind === "table" ? options.columns?.[source.name.join(".")] : undefined;
  return inferred.map((column) => declared?.find(({ name }) => name === column.name) ?? column);
}

async function* query(
  plan: Plan,
  open: (source: SourceRef) => Table,
  { signal }: CallOptions,
): AsyncGenerator<Batch> {
  if (signal?.aborted) {
    throw new EngineError("cancelled", reason("cancelled", "The query was cancelled."), {
      cause: signal.reason,
    });
  }
  const table = runRelation(plan.relation, open);
  if (table.rows > 0) yield batchOf(plan, table);
}

function batchOf(plan: Plan, { columns, rows }: Table): Batch {
  const read = plan.columns.map(({ name, type }): [string, BatchColumn] => {
    const values = columns.get(name);
    const wrong = values?.find((value) => value !== null && typeof value !== JS_TYPES[type]);
    if (values !== undefined && wrong === undefined) return [name, values as BatchColumn];
    throw unkept(plan, name, type, wrong);
  });
  return { rows, columns: new Map(read) };
}

const JS_TYPES: Readonly<Record<PlanType, string>> = {
  double: "number",
  bigint: "bigint",
  text: "string",
};

function unkept(plan: Plan, name: string, type: PlanType, wrong: Value | undefined): InternalError {
  const came = wrong === undefined ? "no such column" : `${typeof wrong} (${wrong})`;
  return new InternalError(
    `Expected the plan "${plan.purpose}" to give "${name}" as ${type}, but got ${came}.`,
  );
}

type Present = Exclude<Value, null>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** `other` where every value is NULL. */
function inferColumns({ columns }: Table): readonly SourceColumn[] {
  return [...columns].map(([name, values]) => ({
    name,
    type: typeOf(
      name,
      values.filter((value) => value !== null),
    ),
  }));
}

function typeOf(name: string, values: readonly Present[]): ColumnType {
  const kinds = new Set(values.map((value) => typeof value));
  if (kinds.size > 1) {
    throw new InternalError(
      `Expected one type in column "${name}" of a table in memory, but it has ${[...kinds].join(" and ")}.`,
    );
  }
  if (kinds.has("number")) return "double";
  if (kinds.has("bigint")) return "bigint";
  if (kinds.has("boolean")) return "boolean";
  return kinds.has("string") ? typeOfText(values.map(String)) : "other";
}

function typeOfText(values: readonly string[]): ColumnType {
  if (values.every((value) => DAY.test(value))) return "date";
  return values.every((value) => MOMENT.test(value)) ? "timestamp" : "text";
}
