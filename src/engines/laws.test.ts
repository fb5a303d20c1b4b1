import { afterAll, describe, expect, it } from "vitest";
import { inTurn } from "../../test/fixture/property.js";
import { InternalError } from "../errors.js";
import type { Batch, BatchColumn, Engine, Plan } from "../sql/engine.js";
import { column } from "../sql/expression.js";
import { select } from "../sql/relation.js";
import { createDuckdbEngine } from "./duckdb/index.js";
import { type EngineLaw, type EngineRunner, engineLaws } from "./laws.js";

const open: Engine[] = [];
const connect = async (): Promise<Engine> => {
  const engine = await createDuckdbEngine({ threads: 2 });
  open.push(engine);
  return engine;
};
afterAll(() => Promise.all(open.map((engine) => engine.close())));

const runnerOf = async (bend: (engine: Engine) => Engine): Promise<EngineRunner> => ({
  engine: bend(await connect()),
  connect: async () => bend(await connect()),
  slowSource: "SELECT count(*) AS n FROM range(100000000000) AS a, range(1000) AS b",
  manyRows: "SELECT range AS n FROM range(100000000)",
});

// DuckDB has neither a time limit nor users.
const isHeld = ({ needs = [] }: EngineLaw): boolean =>
  !needs.includes("timeout") && !needs.includes("credentials");
const held = engineLaws.filter(isHeld);

describe("DuckDB", () => {
  it.each(inTurn(held, 2).map((law) => [law.name, law] as const))("%s", async (_, { check }) => {
    await check(await runnerOf((engine) => engine));
  });
});

/** An engine whose answers are altered value by value. */
const values =
  (bend: (value: unknown, plan: Plan) => unknown) =>
  (engine: Engine): Engine => ({
    ...engine,
    async *query(plan, call) {
      for await (const batch of engine.query(plan, call)) yield altered(batch, plan, bend);
    },
  });

function altered(batch: Batch, plan: Plan, bend: (value: unknown, plan: Plan) => unknown): Batch {
  const columns = [...batch.columns].map(([name, column]): [string, BatchColumn] => [
    name,
    Array.from<unknown, unknown>(column, (value) => bend(value, plan)) as BatchColumn,
  ]);
  return { ...batch, columns: new Map(columns) };
}

/** An engine that is given other plans, or whose batches are dropped. */
const plans =
  (bend: (plan: Plan) => Plan) =>
  (engine: Engine): Engine => ({
    ...engine,
    query: (plan, call) => engine.query(bend(plan), call),
  });
const nothing = (engine: Engine): Engine => ({
  ...engine,
  describe: async () => [],
  async *query() {},
});
/** An engine that hears neither signals nor its closing. */
const deaf = (engine: Engine): Engine => ({
  ...engine,
  query: (plan) => engine.query(quick(plan)),
  close: async () => undefined,
});
const quick = (plan: Plan): Plan => ({
  ...plan,
  relation: { kind: "source", source: { kind: "sql", sql: "SELECT 1 AS n, 1 AS unused" } },
});

const zeroForNull = values((value) => value ?? 0);
const rounded = values((value) => (typeof value === "number" ? Math.fround(value) : value));
const narrow = values((value) => (typeof value === "bigint" ? BigInt.asIntN(31, value) : value));
const trimmed = values((value) =>
  typeof value === "string" ? value.replace(/[^ -~]/g, "?") : value,
);
const shouting = values((value) => (typeof value === "string" ? value.toUpperCase() : value));
const negated = values((value) => (typeof value === "bigint" ? -value - 1n : value));
const shuffled = values((value, { columns }) =>
  typeof value === "bigint" && columns.length > 1 ? value + 1n : value,
);
const oneMore = values((value) => (typeof value === "bigint" ? value + 1n : value));
const another = values((value) => (typeof value === "string" ? `${value} ` : value));
const lastRow = plans((plan) => ({
  ...plan,
  relation: select(
    plan.relation,
    plan.columns.map(({ name }) => [name, column(name)] as const),
    { limit: 1 },
  ),
}));

/** For each law, an engine that breaks it. */
const bent: Readonly<Record<string, (engine: Engine) => Engine>> = {
  "a double comes back as it is": rounded,
  "a whole number comes back as it is, also as text": narrow,
  "NULL of every type is null": zeroForNull,
  "NaN and infinities are not finite": shouting,
  "a column of truth is true or false as text": shouting,
  "arithmetic is in doubles and in 64 bits": rounded,
  "a look-up has no entry beyond its table or at NULL": zeroForNull,
  "hash10 begins MD5, and nativeHash is at least 0": negated,
  "a group of nothing has one row without keys and none with keys": nothing,
  "sums of nothing but NULL are NULL, and NULL is a group's key": zeroForNull,
  "what a left join misses is NULL, and NULL joins nothing": zeroForNull,
  "days are those of UTC": another,
  "a text that matches a pattern is written anew": another,
  "a column may have any name": oneMore,
  "an alias does not capture a column of the same name": shuffled,
  "a text comes back as it is": trimmed,
  "a text may hold NUL": trimmed,
  "any text comes back as it is": trimmed,
  "any text may hold NUL": trimmed,
  "a column may have any text as its name": another,
  "any text as a comment ends with its line": oneMore,
  "a selection means what it means to the interpreter": shouting,
  "the first rows of an order, NULLs and ties included means what it means to the interpreter":
    lastRow,
  "the order of texts means what it means to the interpreter": lastRow,
  "row numbers within groups means what it means to the interpreter": shuffled,
  "groups, a NULL key included means what it means to the interpreter": zeroForNull,
  "a sum of a CASE whose condition is NULL means what it means to the interpreter": oneMore,
  "a join (inner) means what it means to the interpreter": shuffled,
  "a join (left) means what it means to the interpreter": zeroForNull,
  "a table that is not there is named": nothing,
  "a file that is not there is named": nothing,
  "a column that is not there is named": nothing,
  "a statement that is not SQL is a syntax error": nothing,
  "a text that is not a number is an error of the data": nothing,
  "a column of another type than promised is refused": nothing,
  "a signal that was aborted before cancels": deaf,
  "a query ends when it is aborted": deaf,
  "a query ends when its reader stops reading": nothing,
  "a query ends when its engine is closed": deaf,
};

describe("a wrong engine", () => {
  it("is there for every law", () => {
    expect(Object.keys(bent).toSorted()).toEqual(held.map(({ name }) => name).toSorted());
  });

  it.each(inTurn(held).map((law) => [law.name, law] as const))(
    "is caught: %s",
    async (name, { check }) => {
      const run = await runnerOf(bent[name] ?? ((engine) => engine));
      await expect(check(run)).rejects.toBeInstanceOf(InternalError);
    },
  );
});
