import { describe, expect, it } from "vitest";
import { InternalError } from "../errors.js";
import type { PlanType } from "./engine.js";
import {
  and,
  apply,
  bigint,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  greater,
  indicator,
  isNull,
  less,
  lookup,
  max,
  not,
  nullOf,
  or,
  plus,
  rowNumber,
  sum,
  text,
  times,
} from "./expression.js";
import { interpreterDialect } from "./interpreter/dialect.js";
import { printPlan } from "./print.js";
import { from, group, join, type Named, type Relation, select } from "./relation.js";

const log = from({ kind: "table", name: ["log"] });

function print(relation: Relation, ...columns: readonly string[]): string {
  const typed = columns.map((name) => ({ name, type: "double" as PlanType }));
  return printPlan({ relation, columns: typed, purpose: "test" }, interpreterDialect);
}

function printed(value: Expression): string {
  return print(select(log, [["x", value]]), "x").replace(/^SELECT (.*) AS "x"\n.*$/s, "$1");
}

describe("an expression is printed", () => {
  it.each<[Expression, string]>([
    [double(0.1), "1e-1"],
    [double(-0), "0e0"],
    [double(-123.456), "-1.23456e2"],
    [double(1 / 3), "3.333333333333333e-1"],
    [double(2 ** 53 + 2), "9.007199254740994e15"],
    [double(5e-324), "5e-324"],
    [bigint(7n), "7"],
    [bigint(-32768n), "CAST(-32768 AS BIGINT)"],
    [bigint(2n ** 62n), "CAST(4611686018427387904 AS BIGINT)"],
    [text("it's"), "'it''s'"],
    [nullOf("date"), "CAST(NULL AS DATE)"],
    [plus(bigint(1n), bigint(2n)), "CAST(1 AS BIGINT) + 2"],
    [plus(column("n"), bigint(2n)), 's."n" + 2'],
    [times(plus(column("a"), column("b")), column("c")), '(s."a" + s."b") * s."c"'],
    [not(isNull(column("a"))), 'NOT (s."a" IS NULL)'],
    [
      and([isNull(column("a")), isNull(column("b")), or([isNull(column("c"))])]),
      '(s."a" IS NULL) AND (s."b" IS NULL) AND (s."c" IS NULL)',
    ],
    [apply("or", and([column("a"), column("b")]), column("c")), '(s."a" AND s."b") OR s."c"'],
    [cast(divide(column("a"), column("b")), "bigint"), 'CAST(s."a" / s."b" AS BIGINT)'],
    [lookup("t", [1, 0.5], column("r")), 'LOOKUP([1e0, 5e-1], s."r")'],
    [indicator(column("a")), 'CASE WHEN s."a" THEN 1 ELSE 0 END'],
    [apply("isFinite", column("a")), 'IS_FINITE(s."a")'],
    [
      rowNumber([column("t")], [{ by: column("g"), descending: true }]),
      'CAST(ROW_NUMBER() OVER (PARTITION BY s."t" ORDER BY s."g" DESC NULLS LAST) AS BIGINT)',
    ],
  ])("%#: $1", (value, expected) => {
    expect(printed(value)).toBe(expected);
  });

  it.each([Number.NaN, Infinity, -Infinity])("but never the literal %d", (value) => {
    expect(() => printed(double(value))).toThrow(InternalError);
    expect(() => printed(lookup("t", [value], column("i")))).toThrow(InternalError);
  });

  it("but never a BIGINT beyond 64 bits", () => {
    expect(() => printed(bigint(2n ** 63n))).toThrow(InternalError);
  });
});

describe("a plan is printed", () => {
  const rows = select(
    log,
    [
      ["t", cast(column("session"), "text")],
      ["x", cast(column("reward"), "double")],
    ],
    { where: greater(column("rank"), bigint(0n)) },
  );

  it("as a chain of CTEs in which a relation used twice stands once", () => {
    const sums = group(rows, ["t"], [["s", sum(column("x"))]], less(count(), bigint(9n)));
    const tops = group(rows, ["t"], [["m", max(column("x"))]]);
    const renamed = select(tops, [
      ["u", column("t")],
      ["m", column("m")],
    ]);
    expect(print(join("left", sums, renamed, [["t", "u"]]), "s", "m")).toMatchInlineSnapshot(`
      "WITH q0 AS (
        SELECT CAST(s."session" AS VARCHAR) AS "t",
          CAST(s."reward" AS DOUBLE) AS "x"
        FROM log AS s
        WHERE s."rank" > 0
      ),
      q1 AS (
        SELECT s."t" AS "t",
          SUM(s."x") AS "s"
        FROM q0 AS s
        GROUP BY s."t"
        HAVING CAST(COUNT(*) AS BIGINT) < 9
      ),
      q2 AS (
        SELECT s."t" AS "t",
          MAX(s."x") AS "m"
        FROM q0 AS s
        GROUP BY s."t"
      ),
      q3 AS (
        SELECT s."t" AS "u",
          s."m" AS "m"
        FROM q2 AS s
      )
      SELECT l."t" AS "t",
          l."s" AS "s",
          r."u" AS "u",
          r."m" AS "m"
      FROM q1 AS l
      LEFT JOIN q3 AS r
      ON l."t" = r."u""
    `);
  });

  it("with ORDER BY only where a limit makes it matter", () => {
    const by = [{ by: column("x"), descending: true }];
    const top = select(rows, [["x", column("x")]], { orderBy: by, limit: 3 });
    expect(print(top, "x")).toMatch(/ORDER BY s\."x" DESC NULLS LAST\nLIMIT 3$/);
    expect(() => print(select(rows, [["x", column("x")]], { orderBy: by }), "x")).toThrow(/limit/);
  });

  it("without literals in ORDER BY, which would mean columns by position", () => {
    const orderBy = [{ by: bigint(1n), descending: true }];
    const top = select(rows, [["x", column("x")]], { orderBy, limit: 3 });
    expect(print(top, "x")).toMatch(/FROM q0 AS s\nLIMIT 3$/);
  });

  it("as the plan's columns where only the engine knows the relation's", () => {
    expect(print(log, "a", "b")).toBe('SELECT s."a" AS "a",\n    s."b" AS "b"\nFROM log AS s');
  });

  it("with names for its CTEs that no source uses", () => {
    const clash = select(from({ kind: "table", name: ["Q0"] }), [["a", column("a")]]);
    expect(print(group(clash, [], [["n", count()]]), "n")).toMatch(/^WITH qq0 AS/);
  });

  it("without touching line breaks inside a literal", () => {
    const inner = select(log, [["a", text("x\n y")]]);
    expect(print(group(inner, ["a"], []), "a")).toContain("'x\n y'");
  });
});

describe("a plan is refused", () => {
  const rows = select(log, [["a", column("a")]]);
  const a = column("a");
  const a1: readonly Named[] = [["a", a]];
  const cases: readonly (readonly [string, Relation])[] = [
    ["a column that the relation below does not give", select(rows, [["b", column("b")]])],
    ["an aggregate in a select", select(rows, [["b", sum(a)]])],
    ["a column that is neither key nor aggregated", group(rows, [], a1)],
    ["an aggregate in an aggregate", group(rows, [], [["b", sum(sum(a))]])],
    ["a key that is not there", group(rows, ["b"], [])],
    ["an alias twice", select(rows, [...a1, ["A", a]])],
    ["an alias on both sides of a join", join("inner", rows, rows, [["a", "a"]])],
    ["a join without keys", join("inner", rows, select(rows, [["b", a]]), [])],
    ["a row number in a where", select(rows, a1, { where: rowNumber([], []) })],
    ["a group of nothing", group(rows, [], [])],
    ["a negative limit", select(rows, a1, { limit: -1 })],
  ];
  it.each(cases)("for %s", (_, relation) => {
    expect(() => print(relation)).toThrow(InternalError);
  });

  it("for a column that it promises and does not give", () => {
    expect(() => print(rows, "b")).toThrow(/"b"/);
  });
});
