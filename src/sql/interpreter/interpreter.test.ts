import { describe, expect, it } from "vitest";
import { EngineError, InternalError, UnsupportedError } from "../../errors.js";
import type { PlanType } from "../engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  countDistinct,
  divide,
  double,
  type Expression,
  equal,
  greater,
  lookup,
  max,
  min,
  minus,
  nullOf,
  plus,
  rowNumber,
  sum,
  text,
} from "../expression.js";
import { from, group, join, type Relation, select } from "../relation.js";
import { createInterpreter } from "./interpreter.js";
import type { Row, Value } from "./value.js";

const TYPES: Readonly<Record<string, PlanType>> = { d: "double", b: "bigint", t: "text" };

/** Runs a relation whose columns begin with the letter of their type. */
async function run(rows: readonly Row[], relation: Relation, names: string): Promise<Value[][]> {
  const columns = names.split(" ").map((name) => ({ name, type: TYPES[name[0] ?? ""] ?? "text" }));
  const engine = createInterpreter({ log: rows });
  const out: Value[][] = [];
  for await (const batch of engine.query({ relation, columns, purpose: "test" })) {
    for (let i = 0; i < batch.rows; i++) {
      out.push(columns.map(({ name }) => batch.columns.get(name)?.[i] ?? null));
    }
  }
  return out;
}

const log = from({ kind: "table", name: ["log"] });
const value = async (expression: Expression, type: string): Promise<Value | undefined> =>
  (await run([{ a: null }], select(log, [[type, expression]]), type))[0]?.[0];

const unknown = nullOf("boolean");
const yes = equal(bigint(1n), bigint(1n));
const no = equal(bigint(1n), bigint(0n));

describe("three-valued logic", () => {
  it.each<[string, Expression, string | null]>([
    ["FALSE AND unknown", apply("and", no, unknown), "false"],
    ["TRUE AND unknown", apply("and", yes, unknown), null],
    ["TRUE OR unknown", apply("or", unknown, yes), "true"],
    ["FALSE OR unknown", apply("or", unknown, no), null],
    ["NOT unknown", apply("not", unknown), null],
    ["NULL = NULL", equal(nullOf("double"), nullOf("double")), null],
  ])("%s", async (_, condition, expected) => {
    expect(await value(cast(condition, "text"), "t")).toBe(expected);
  });
});

describe("values", () => {
  it.each<[string, Expression, string, Value]>([
    ["1/0 is infinite", divide(double(1), double(0)), "d", Infinity],
    ["1/−0 as well: the literal −0 is 0", divide(double(1), double(-0)), "d", Infinity],
    ["0/0 is NaN", divide(double(0), double(0)), "d", Number.NaN],
    ["BIGINT keeps what DOUBLE loses", plus(bigint(2n ** 53n), bigint(1n)), "b", 2n ** 53n + 1n],
    ["the table's last entry", lookup("t", [5, 6], bigint(2n)), "d", 6],
    ["no entry before the first", lookup("t", [5, 6], bigint(-1n)), "d", null],
    ["no entry after the last", lookup("t", [5, 6], bigint(3n)), "d", null],
    ["md5('ü') begins with c03, of which ten bits are 768", apply("hash10", text("ü")), "b", 768n],
    [
      "a timestamp's day",
      cast(cast(text("2026-11-30 23:59:59"), "date"), "text"),
      "t",
      "2026-11-30",
    ],
    ["floor first", cast(apply("floor", double(-2.5)), "bigint"), "b", -3n],
  ])("%s", async (_, expression, type, expected) => {
    expect(await value(expression, type)).toEqual(expected);
  });

  it.each<[string, Expression]>([
    ["DOUBLE with BIGINT", plus(double(1), bigint(1n))],
    ["BIGINT divided", divide(bigint(1n), bigint(2n))],
    ["a fraction cast to BIGINT", cast(double(0.5), "bigint")],
    ["a DOUBLE cast to text", cast(double(1), "text")],
    ["text compared with a number", greater(text("1"), double(0))],
    ["a number as a condition", apply("not", double(1))],
  ])("refuses %s", async (_, expression) => {
    await expect(value(expression, "d")).rejects.toThrow(InternalError);
  });

  it("fails at data as an engine does", async () => {
    const overflow = minus(bigint(-(2n ** 63n)), bigint(1n));
    await expect(value(overflow, "b")).rejects.toThrow(EngineError);
    await expect(value(cast(text("x"), "double"), "d")).rejects.toMatchObject({ failure: "data" });
  });
});

describe("relations", () => {
  const rows: readonly Row[] = [
    { k: "a", x: 1 },
    { k: "a", x: null },
    { k: null, x: 4 },
    { k: null, x: 2 },
    { k: "b", x: null },
  ];

  it("groups NULLs together and skips NULLs in aggregates", async () => {
    const grouped = group(
      log,
      ["k"],
      [
        ["d_sum", sum(column("x"))],
        ["b_rows", count()],
        ["b_distinct", countDistinct(column("x"))],
        ["d_max", max(column("x"))],
      ],
    );
    const renamed = select(grouped, [
      ["t", column("k")],
      ...["d_sum", "b_rows", "b_distinct", "d_max"].map((name) => [name, column(name)] as const),
    ]);
    const out = await run(rows, renamed, "t d_sum b_rows b_distinct d_max");
    expect(out).toEqual([
      ["a", 1, 2n, 1n, 1],
      [null, 6, 2n, 2n, 4],
      ["b", null, 1n, 0n, null],
    ]);
  });

  it("gives one row for a group without keys over nothing, none with keys", async () => {
    const none = select(log, [["x", column("x")]], { where: no });
    const aggregates = [
      ["b", count()],
      ["d", min(column("x"))],
    ] as const;
    expect(await run(rows, group(none, [], aggregates), "b d")).toEqual([[0n, null]]);
    expect(await run(rows, group(none, ["x"], aggregates), "b d")).toEqual([]);
  });

  it("numbers rows by partition, NULLs last in either direction", async () => {
    const numbered = (descending: boolean) =>
      select(log, [
        ["d", column("x")],
        ["b", rowNumber([column("k")], [{ by: column("x"), descending }])],
      ]);
    expect(await run(rows, numbered(false), "d b")).toEqual(
      [
        [1, 1n],
        [null, 2n],
        [4, 2n],
        [2, 1n],
        [null, 1n],
      ], // prettier-ignore
    );
    expect((await run(rows, numbered(true), "d b")).slice(1, 4)).toEqual([
      [null, 2n],
      [4, 1n],
      [2, 2n],
    ]);
  });

  it("joins without ever matching NULLs", async () => {
    const left = select(log, [
      ["k", column("k")],
      ["d", column("x")],
    ]); // prettier-ignore
    const right = group(log, ["k"], [["b", count()]]);
    const renamed = select(right, [
      ["t", column("k")],
      ["b", column("b")],
    ]); // prettier-ignore
    const on = [["k", "t"]] as const;
    expect(await run(rows, join("inner", left, renamed, on), "t b d")).toEqual([
      ["a", 2n, 1],
      ["a", 2n, null],
      ["b", 1n, null],
    ]);
    expect((await run(rows, join("left", left, renamed, on), "t b d"))[2]).toEqual([null, null, 4]);
  });

  it("names what is missing", async () => {
    const absent = select(log, [["d", column("y")]]);
    await expect(run(rows, absent, "d")).rejects.toMatchObject({ code: "columnMissing" });
    const nowhere = from({ kind: "table", name: ["nowhere"] });
    await expect(run(rows, nowhere, "d")).rejects.toMatchObject({ code: "tableMissing" });
    const sql = from({ kind: "sql", sql: "SELECT 1" });
    await expect(run(rows, sql, "d")).rejects.toThrow(UnsupportedError);
  });

  it("keeps promises about types or says so", async () => {
    await expect(run(rows, select(log, [["b", column("x")]]), "b")).rejects.toThrow(
      /"b" as bigint/,
    );
  });
});

describe("describe", () => {
  it("infers types from values and takes declared ones for the rest", async () => {
    const engine = createInterpreter(
      {
        log: [{ a: null, b: 1n, c: 0.5, d: "2026-11-30", e: "x", f: true, g: "2026-11-30 10:00" }],
      },
      { columns: { log: [{ name: "a", type: "text" }] } },
    );
    const columns = await engine.describe({ kind: "table", name: ["log"] });
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "a text",
      "b bigint",
      "c double",
      "d date",
      "e text",
      "f boolean",
      "g timestamp",
    ]);
  });
});
