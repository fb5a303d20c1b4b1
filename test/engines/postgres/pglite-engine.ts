import { type PGlite, type Results, types } from "@electric-sql/pglite";
import type { ReasonCode } from "../../../src/codes.js";
import { EngineError, InternalError, reason } from "../../../src/errors.js";
import { postgresDialect } from "../../../src/sql/dialects/postgres.js";
import type {
  Batch,
  BatchColumn,
  CallOptions,
  Engine,
  Plan,
  PlanType,
} from "../../../src/sql/engine.js";
import { printPlan } from "../../../src/sql/print.js";
import type { SourceRef } from "../../../src/sql/relation.js";

const { FLOAT8, INT4, INT8, NUMERIC, TEXT } = types;

// What may come back for each promised type: SUM of a BIGINT is NUMERIC.
const promised: Readonly<Record<PlanType, readonly number[]>> = {
  double: [FLOAT8],
  bigint: [INT8, NUMERIC, INT4],
  text: [TEXT],
};
const parsers = { [INT8]: BigInt, [INT4]: BigInt, [NUMERIC]: BigInt };

type Rows = Results<readonly unknown[]>;

/** PostgreSQL inside this process, over the tables of a database: the suite's own engine. */
export function createPgliteEngine(database: PGlite): Engine {
  let closed = false;
  const run = async (sql: string, { signal }: CallOptions = {}): Promise<Rows> => {
    if (closed) throw refusal("cancelled", "engineClosed", "The engine is closed.", sql);
    if (signal?.aborted) throw refusal("cancelled", "cancelled", "It was cancelled.", sql);
    try {
      return await database.query(sql, [], { rowMode: "array", parsers });
    } catch (cause) {
      throw typed(cause, sql);
    }
  };
  async function* query(plan: Plan, call: CallOptions = {}): AsyncGenerator<Batch> {
    yield batchOf(plan, await run(printPlan(plan, postgresDialect), call));
  }
  return {
    name: "postgres",
    dialect: postgresDialect,
    info: async () => ({
      version: String((await run("SHOW server_version")).rows[0]?.[0]),
      cancel: "none",
      maxColumns: 1600,
      concurrency: 1,
      ownHash: true,
    }),
    describe: (source, call) => describe(run, source, call),
    query,
    explain: async (plan) =>
      (await run(`EXPLAIN ${printPlan(plan, postgresDialect)}`)).rows.join("\n"),
    close: async () => {
      closed = true;
    },
  };
}

async function describe(
  run: (sql: string, call?: CallOptions) => Promise<Rows>,
  source: SourceRef,
  call?: CallOptions,
): Promise<{ name: string; type: ReturnType<typeof postgresDialect.columnType> }[]> {
  const { fields } = await run(
    `SELECT * FROM ${postgresDialect.source(source)} AS s LIMIT 0`,
    call,
  );
  const oids = fields.map(({ dataTypeID }) => `FORMAT_TYPE(${dataTypeID}, NULL)`);
  const { rows } = await run(`SELECT ${oids.join(", ")}`, call);
  return fields.map(({ name }, i) => ({
    name,
    type: postgresDialect.columnType(String(rows[0]?.[i])),
  }));
}

function batchOf(plan: Plan, { fields, rows }: Rows): Batch {
  const columns = plan.columns.map(({ name, type }): [string, BatchColumn] => {
    const at = fields.findIndex((field) => field.name === name);
    if (promised[type].includes(fields[at]?.dataTypeID ?? -1)) {
      return [name, rows.map((row) => row[at]) as unknown as BatchColumn];
    }
    const came = fields[at]?.dataTypeID ?? "no such column";
    throw new InternalError(`Expected "${name}" of "${plan.purpose}" as ${type}, but got ${came}.`);
  });
  return { rows: rows.length, columns: new Map(columns) };
}

type Refused = "missing" | "cancelled" | "syntax" | "data" | "internal";

// By PostgreSQL's classes of errors.
const failures: readonly (readonly [RegExp, Refused, ReasonCode])[] = [
  [/^42P01|^3F000/, "missing", "tableMissing"],
  [/^42703/, "missing", "columnMissing"],
  [/^42/, "syntax", "statementRefused"],
  [/^22/, "data", "valueUnreadable"],
  [/^/, "internal", "engineFailed"],
];

function typed(cause: unknown, sql: string): EngineError {
  const { code = "", message } = cause as { readonly code?: string; readonly message: string };
  const [, failure, word] = failures.find(([pattern]) => pattern.test(code)) ?? failures[0] ?? [];
  return refusal(failure ?? "internal", word ?? "engineFailed", message, sql, cause);
}

const refusal = (
  failure: Refused,
  code: ReasonCode,
  message: string,
  sql: string,
  cause?: unknown,
) => new EngineError(failure, reason(code, message, { engine: "postgres" }), { cause, sql });
