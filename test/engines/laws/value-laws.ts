import { expect, it } from "vitest";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  lookup,
  max,
  nullOf,
  type PlanType,
  sum,
  text,
} from "../../../src/sql/index.js";
import { group, join, select } from "../../../src/sql/relation.js";
import type { Opened } from "../engine-suite.js";
import { oneRow, rowsOfPlan, sqlOf } from "./rows-of-plan.js";

const doubles = [0.1, -1 / 3, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, -0.000123];
const bigints = [0n, -32768n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

/** NULL, NaN, infinities, large integers and groups of nothing. */
export function valueLaws(opened: () => Opened): void {
  const value = async (expression: Expression, type: PlanType): Promise<unknown> => {
    const { engine } = opened();
    const rows = await rowsOfPlan(engine, select(oneRow, [["x", expression]]), { x: type });
    return rows[0]?.[0];
  };

  it.each(doubles)("the double %d", async (literal) => {
    expect(await value(double(literal), "double")).toBe(literal);
  });

  it.each(bigints)("the bigint %d", async (literal) => {
    expect(await value(bigint(literal), "bigint")).toBe(literal);
    expect(await value(cast(bigint(literal), "text"), "text")).toBe(String(literal));
  });

  it("NULL of every type", async () => {
    for (const type of ["double", "bigint", "text"] as const) {
      expect(await value(nullOf(type), type)).toBe(null);
    }
    expect(await value(cast(nullOf("date"), "text"), "text")).toBe(null);
    expect(await value(cast(nullOf("boolean"), "text"), "text")).toBe(null);
  });

  it("NaN and infinities as cast from text", async () => {
    const special = (word: string) => cast(text(word), "double");
    expect(await value(special("NaN"), "double")).toBeNaN();
    expect(await value(special("Infinity"), "double")).toBe(Infinity);
    expect(await value(special("-Infinity"), "double")).toBe(-Infinity);
    for (const word of ["NaN", "Infinity", "-Infinity"]) {
      const finite = apply("isFinite", special(word));
      expect(await value(cast(finite, "text"), "text"), word).toBe("false");
    }
    expect(await value(cast(apply("isFinite", double(1e300)), "text"), "text")).toBe("true");
  });

  it("a column of truth is true or false as text", async () => {
    const { engine } = opened();
    const { cast: as } = engine.dialect;
    for (const word of ["true", "false"]) {
      const truth = select(sqlOf(`SELECT ${as(`'${word}'`, "boolean")} AS c`), [
        ["x", cast(column("c"), "text")],
      ]);
      expect(await rowsOfPlan(engine, truth, { x: "text" })).toEqual([[word]]);
    }
  });

  it("an arithmetic in DOUBLE, whole numbers too", async () => {
    expect(await value(divide(double(1), double(3)), "double")).toBe(1 / 3);
    expect(await value(apply("floor", double(-0.5)), "double")).toBe(-1);
    expect(await value(apply("floor", double(2 ** 60)), "double")).toBe(2 ** 60);
    const product = apply("*", apply("*", bigint(30000n), bigint(30000n)), bigint(30000n));
    expect(await value(product, "bigint")).toBe(27_000_000_000_000n);
  });

  it("a look-up has no entry beyond its table or at NULL", async () => {
    const entry = (index: Expression) => value(lookup("t", [5, 0.1], index), "double");
    expect(await entry(bigint(1n))).toBe(5);
    expect(await entry(bigint(2n))).toBe(0.1);
    for (const outside of [3n, 2n ** 31n, 2n ** 62n]) {
      expect(await entry(bigint(outside)), String(outside)).toBe(null);
    }
    expect(await entry(nullOf("bigint"))).toBe(null);
  });

  it("hash28 is the beginning of md5, nativeHash is no less than 0", async () => {
    expect(await value(apply("hash28", text("ü")), "bigint")).toBe(0xc03410an);
    for (const key of [text("ü"), text(""), bigint(-7n)]) {
      const hash = (await value(apply("nativeHash", key), "bigint")) as bigint;
      expect(hash >= 0n).toBe(true);
    }
  });

  it("a group of nothing has one row without keys and none with keys", async () => {
    const { engine } = opened();
    const none = select(oneRow, [["x", double(1)]], { where: equal(bigint(1n), bigint(0n)) });
    const columns = [["n", count()] as const, ["s", sum(column("x"))] as const];
    const types = { n: "bigint", s: "double" } as const;
    expect(await rowsOfPlan(engine, group(none, [], columns), types)).toEqual([[0n, null]]);
    expect(await rowsOfPlan(engine, group(none, ["x"], columns), types)).toEqual([]);
    expect(await rowsOfPlan(engine, none, { x: "double" })).toEqual([]);
  });

  it("sums of nothing but NULL are NULL, and NULL is a group's key", async () => {
    const { engine } = opened();
    const nulls = select(oneRow, [
      ["k", nullOf("text")],
      ["x", nullOf("double")],
    ]);
    const sums = group(
      nulls,
      ["k"],
      [
        ["s", sum(column("x"))],
        ["m", max(column("x"))],
        ["n", count(column("x"))],
      ],
    );
    const types = { k: "text", s: "double", m: "double", n: "bigint" } as const;
    expect(await rowsOfPlan(engine, sums, types)).toEqual([[null, null, null, 0n]]);
  });

  it("what a left join misses is NULL, and NULL joins nothing", async () => {
    const { engine } = opened();
    const { cast: as } = engine.dialect;
    const keys = `SELECT ${as("1", "bigint")} AS k UNION ALL SELECT ${as("NULL", "bigint")} AS k`;
    const left = select(sqlOf(keys), [["k", column("k")]]);
    const right = select(sqlOf(`SELECT ${as("NULL", "bigint")} AS k, 2 AS unused`), [
      ["other", column("k")],
      ["y", double(2)],
    ]);
    const both = join("left", left, right, [["k", "other"]]);
    const rows = await rowsOfPlan(engine, both, { k: "bigint", y: "double" });
    expect(rows.filter(([, y]) => y === null)).toHaveLength(2);
  });

  it("days are those of UTC", async () => {
    const moment = cast(text("2026-11-30"), "date");
    expect(await value(cast(moment, "text"), "text")).toBe("2026-11-30");
  });
}
