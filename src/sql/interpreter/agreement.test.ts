import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import type { Engine, Plan, PlanType, SourceColumn } from "../engine.js";
import {
  bigint,
  call,
  cast,
  choose,
  column,
  count,
  countDistinct,
  double,
  type Expression,
  isNull,
  lookup,
  max,
  min,
  nothing,
  rowNumber,
  sum,
  text,
  type ValueType,
} from "../expression.js";
import {
  from,
  group,
  join,
  type Named,
  type Relation,
  type SourceRef,
  select,
} from "../relation.js";
import { createInterpreter } from "./interpreter.js";
import type { Row, Value } from "./value.js";

// Random relations over random tables mean the same to the interpreter and to DuckDB.

let duckdb: Engine;
beforeAll(async () => {
  duckdb = await createDuckdbEngine({ threads: 1 });
});
afterAll(() => duckdb.close());

const eighths = fc.integer({ min: -40, max: 40 }).map((k) => k / 8);
const special = fc.constantFrom(Number.NaN, Infinity, -Infinity, 0);
const words = fc.constantFrom("", "a", "B", "ab", "it's", "ü", "\uffee", "𝄞", "2026-11-30");
const small = fc.bigInt({ min: -20n, max: 20n });
const wide = fc.constantFrom(2n ** 31n, -(2n ** 40n), 2n ** 53n + 1n);

/** A table: `id` is unique, `k` joins and groups, the rest is what expressions read. */
const rowOf = fc.record({
  d: fc.option(fc.oneof({ weight: 5, arbitrary: eighths }, special)),
  e: fc.option(eighths),
  b: fc.option(fc.oneof({ weight: 5, arbitrary: small }, wide)),
  t: fc.option(words),
  c: fc.option(fc.boolean()),
  k: fc.option(fc.bigInt({ min: 0n, max: 2n })),
});
const table = fc
  .array(rowOf, { maxLength: 7 })
  .map((rows) => rows.map((row, i): Row => ({ id: BigInt(i), ...row })));

const TYPES: Readonly<Record<string, ValueType>> = {
  id: "bigint",
  d: "double",
  e: "double",
  b: "bigint",
  t: "text",
  c: "boolean",
  k: "bigint",
};
const COLUMNS: readonly SourceColumn[] = Object.entries(TYPES).map(([name, type]) => ({
  name,
  type,
}));

const col = (...names: string[]) => fc.constantFrom(...names).map(column);
const nullOf = (type: ValueType) => fc.constant(nothing(type));
const flag = (value: boolean): Expression =>
  value ? isNull(nothing("text")) : call("not", isNull(nothing("text")));

type Kind = "double" | "exact" | "bigint" | "text" | "boolean";

/** Expressions of each kind; `exact` are DOUBLEs that add up alike in any order. */
const some = fc.letrec<Record<Kind, Expression>>((tie) => {
  const two = (operators: readonly Parameters<typeof call>[0][], kind: "double" | "exact") =>
    fc
      .tuple(fc.constantFrom(...operators), tie(kind), tie(kind))
      .map(([operator, a, b]) => call(operator, a, b));
  const general = (kind: "double" | "exact" | "bigint" | "text" | "boolean") => [
    fc.tuple(tie(kind), tie(kind)).map(([a, b]) => call("coalesce", a, b)),
    fc
      .tuple(tie("boolean"), tie(kind), tie("boolean"), tie(kind), tie(kind))
      .map(([p, a, q, b, c]) =>
        choose(
          [
            { when: p, then: a },
            { when: q, then: b },
          ],
          c,
        ),
      ),
  ];
  const entry = fc
    .tuple(fc.array(eighths, { maxLength: 4, minLength: 1 }), tie("bigint"))
    .map(([entries, index]) => lookup("entries", entries, atLeastOne(index)));
  const comparison = fc.constantFrom("=", "<>", "<", "<=", ">", ">=" as const);
  const bounded = (value: Expression): Expression =>
    choose(
      [{ when: call("<", call("abs", value), double(2 ** 40)), then: call("floor", value) }],
      nothing("double"),
    );
  return {
    double: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      col("d", "e"),
      eighths.map(double),
      nullOf("double"),
      two(["+", "-", "*", "/"], "double"),
      tie("double").map((a) => call("floor", a)),
      tie("double").map((a) => call("abs", a)),
      tie("bigint").map((a) => cast(a, "double")),
      tie("boolean").map((a) => cast(cast(a, "bigint"), "double")),
      entry,
      ...general("double"),
    ),
    exact: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      col("d", "e"),
      eighths.map(double),
      two(["+", "-"], "exact"),
      fc.tuple(tie("exact"), eighths).map(([a, b]) => call("*", a, double(b))),
      tie("exact").map((a) => call("floor", a)),
      entry,
    ),
    bigint: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      col("b", "k", "id"),
      fc.oneof(small, wide).map(bigint),
      nullOf("bigint"),
      fc
        .tuple(fc.constantFrom("+", "-" as const), tie("bigint"), tie("bigint"))
        .map(([operator, a, b]) => call(operator, a, b)),
      fc.tuple(tie("bigint"), small).map(([a, b]) => call("*", a, bigint(b))),
      fc.tuple(tie("bigint"), tie("bigint")).map(([a, b]) => call("bitAnd", a, b)),
      fc
        .tuple(tie("bigint"), fc.bigInt({ min: 0n, max: 62n }))
        .map(([a, by]) => call("shiftRight", call("abs", a), bigint(by))),
      tie("text").map((a) => call("hash28", a)),
      tie("double").map((a) => cast(bounded(a), "bigint")),
      ...general("bigint"),
    ),
    text: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      col("t"),
      words.map(text),
      nullOf("text"),
      tie("bigint").map((a) => cast(a, "text")),
      tie("boolean").map((a) => cast(a, "text")),
      ...general("text"),
    ),
    boolean: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      col("c"),
      fc.boolean().map(flag),
      nullOf("boolean"),
      ...(["double", "bigint", "text"] as const).flatMap((kind) => [
        fc.tuple(comparison, tie(kind), tie(kind)).map(([op, a, b]) => call(op, a, b)),
        tie(kind).map(isNull),
      ]),
      fc
        .tuple(fc.constantFrom("and", "or" as const), tie("boolean"), tie("boolean"))
        .map(([op, a, b]) => call(op, a, b)),
      tie("boolean").map((a) => call("not", a)),
      tie("double").map((a) => call("isFinite", a)),
      ...general("boolean"),
    ),
  };
});

const PLAN_TYPES = { double: "double", exact: "double", bigint: "bigint", text: "text" } as const;

interface Output {
  readonly relation: Relation;
  readonly types: readonly PlanType[];
}

const column4 = fc.oneof(
  ...(["double", "exact", "bigint", "text"] as const).map((kind) =>
    some[kind].map((value) => ({ value, type: PLAN_TYPES[kind] as PlanType })),
  ),
  some.boolean.map((value) => ({ value: cast(value, "text"), type: "text" as PlanType })),
);
const columns = fc.array(column4, { minLength: 1, maxLength: 4 });
const aliased = (values: readonly Expression[], prefix: string): readonly Named[] =>
  values.map((value, i) => [`${prefix}${i}`, value]);
const filter = fc.option(some.boolean, { nil: undefined });

const selected = fc.record({ columns, where: filter }).map(
  ({ columns, where }) =>
    (log: Relation): Output => ({
      relation: select(
        log,
        aliased(
          columns.map(({ value }) => value),
          "x",
        ),
        { where },
      ),
      types: columns.map(({ type }) => type),
    }),
);

const ordering = fc
  .tuple(fc.constantFrom<"double" | "bigint" | "text">("double", "bigint", "text"), fc.boolean())
  .chain(([kind, descending]) =>
    some[kind].map((by) => [
      { by, descending },
      { by: column("id"), descending: false },
    ]),
  );

const limited = fc.record({ columns, where: filter, orderBy: ordering, limit: fc.nat(4) }).map(
  ({ columns, ...options }) =>
    (log: Relation): Output => ({
      relation: select(
        log,
        aliased(
          columns.map(({ value }) => value),
          "x",
        ),
        options,
      ),
      types: columns.map(({ type }) => type),
    }),
);

const numbered = fc
  .record({ partitions: fc.subarray(["k", "t", "c"]), orderBy: ordering, where: filter })
  .map(({ partitions, orderBy, where }) => (log: Relation): Output => {
    const number = rowNumber(partitions.map(column), orderBy);
    const named = aliased([column("id"), number, call("*", number, bigint(2n))], "x");
    return { relation: select(log, named, { where }), types: ["bigint", "bigint", "bigint"] };
  });

const aggregates = fc.array(
  fc.oneof(
    fc.constant({ value: count(), type: "bigint" as PlanType }),
    some.exact.map((a) => ({ value: sum(a), type: "double" as PlanType })),
    some.bigint.map((a) => ({ value: sum(a), type: "bigint" as PlanType })),
    column4.map(({ value, type }) => ({ value: min(value), type })),
    column4.map(({ value, type }) => ({ value: max(value), type })),
    column4.map(({ value }) => ({ value: countDistinct(value), type: "bigint" as PlanType })),
    some.exact.map((a) => ({
      value: call("+", call("coalesce", sum(a), double(-1)), cast(count(), "double")),
      type: "double" as PlanType,
    })),
  ),
  { minLength: 1, maxLength: 4 },
);

const grouped = fc
  .record({ keys: fc.subarray(["k", "t"]), aggregates, least: fc.option(fc.bigInt(0n, 2n)) })
  .map(({ keys, aggregates, least }) => (log: Relation): Output => {
    const named = aliased(
      aggregates.map(({ value }) => value),
      "x",
    );
    const having = least === null ? undefined : call(">=", count(), bigint(least));
    const keyed = keys.map((key): Named => [key === "k" ? "x_k" : "x_t", column(key)]);
    const all: readonly Named[] = [...keyed, ...named.map(([name]): Named => [name, column(name)])];
    return {
      relation: select(group(log, keys, named, having), all),
      types: [
        ...keys.map((key): PlanType => (key === "k" ? "bigint" : "text")),
        ...aggregates.map(({ type }) => type),
      ],
    };
  });

const joined = fc
  .record({ type: fc.constantFrom("inner" as const, "left" as const), columns, total: some.exact })
  .map(({ type, columns, total }) => (log: Relation): Output => {
    const left = aliased(
      columns.map(({ value }) => value),
      "x",
    );
    const base = select(log, [["k", column("k")], ["v", total], ...left]);
    const sums = select(group(base, ["k"], [["s", sum(column("v"))]]), [
      ["x_k", column("k")],
      ["x_s", column("s")],
    ]);
    const both = join(type, base, sums, [["k", "x_k"]]);
    const names = [...left.map(([name]) => name), "x_k", "x_s"];
    return {
      relation: select(
        both,
        names.map((name): Named => [name, column(name)]),
      ),
      types: [...columns.map(({ type }) => type), "bigint", "double"],
    };
  });

/** The rows as a SELECT of literals; NaN and infinities are quotients, for want of literals. */
/** An index that a look-up takes: NULL below 1. */
const atLeastOne = (index: Expression): Expression =>
  choose([{ when: call(">=", index, bigint(1n)), then: index }], nothing("bigint"));

function asSql(rows: readonly Row[]): SourceRef {
  const names = COLUMNS.map(({ name }) => name);
  const selects = [{} as Row, ...rows].map((row) =>
    names.map((name) => `${literal(row[name] ?? null, name)} AS ${name}`).join(", "),
  );
  const sql = selects.map((list) => `SELECT ${list}`).join(" UNION ALL ");
  return { kind: "sql", sql: `SELECT * FROM (${sql}) WHERE id IS NOT NULL` };
}

function literal(value: Value, name: string): string {
  const shown = typeof value === "string" ? duckdb.dialect.text(value) : String(value);
  const quoted = typeof value === "number" ? `'${shown}'` : shown;
  return duckdb.dialect.cast(value === null ? "NULL" : quoted, TYPES[name] ?? "text");
}

async function rowsOf(engine: Engine, source: SourceRef, make: (log: Relation) => Output) {
  const { relation, types } = make(from(source));
  const given = relation.kind === "select" ? relation.columns.map(([name]) => name) : [];
  const plan: Plan = {
    relation,
    columns: given.map((name, i) => ({ name, type: types[i] ?? "text" })),
    purpose: "agreement",
  };
  const rows: string[] = [];
  for await (const batch of engine.query(plan)) {
    for (let i = 0; i < batch.rows; i++) {
      const values = given.map((name) => batch.columns.get(name)?.[i]);
      rows.push(values.map((value) => `${typeof value} ${value}`).join(" | "));
    }
  }
  return rows.sort();
}

it.each([
  ["selects", selected],
  ["selects with a limit", limited],
  ["row numbers", numbered],
  ["groups", grouped],
  ["joins", joined],
])(
  "%s mean the same to the interpreter and to DuckDB",
  async (_, output) => {
    await fc.assert(
      fc.asyncProperty(table, output, async (rows, make) => {
        const interpreter = createInterpreter({ log: rows }, { columns: { log: COLUMNS } });
        const expected = await rowsOf(interpreter, { kind: "table", name: ["log"] }, make);
        expect(await rowsOf(duckdb, asSql(rows), make)).toEqual(expected);
      }),
      { numRuns: 150, seed: 20261130 },
    );
  },
  60_000,
);
