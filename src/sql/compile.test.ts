import { describe, expect, it } from "vitest";
import { EngineError, InternalError } from "../errors.js";
import { createRandom } from "../random/create-random.js";
import type { Random } from "../random/random.js";
import { compile } from "./compile.js";
import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  divide,
  double,
  type Expression,
  isNull,
  less,
  lookup,
  not,
  nullOf,
  type Operator,
  rowNumber,
  sum,
  text,
  times,
} from "./expression.js";
import { evaluate } from "./interpreter/evaluate.js";
import type { Value } from "./interpreter/value.js";

const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[random.integer(values.length)] ?? values[0];

type Kind = "double" | "bigint" | "boolean";
const comparisons = ["=", "<>", "<", "<=", ">", ">="] as const;
const flag = (value: boolean): Expression =>
  value ? isNull(nullOf("double")) : not(isNull(nullOf("double")));

/** A random tree of a kind over two DOUBLE columns x, y and two BIGINT columns i, j. */
function tree(random: Random, kind: Kind, depth: number): Expression {
  if (depth === 0) return leaf(random, kind);
  const some = (of: Kind): Expression => tree(random, of, random.integer(depth));
  const general = random.integer(6);
  if (general === 0) return apply("coalesce", some(kind), some(kind), some(kind));
  if (general === 1) {
    const branch = () => ({ when: some("boolean"), then: some(kind) });
    return caseWhen([branch(), branch()], some(kind));
  }
  return ofKind[kind](random, some);
}

const ofKind: Record<Kind, (random: Random, some: (of: Kind) => Expression) => Expression> = {
  double: (random, some) =>
    pick<() => Expression>(random, [
      () => apply(pick<Operator>(random, ["+", "-", "*", "/"]), some("double"), some("double")),
      () => apply(pick<Operator>(random, ["floor", "abs"]), some("double")),
      () => cast(some("bigint"), "double"),
      () => cast(some("boolean"), "double"),
      () => lookup("entries", [0.5, Number.NaN, -0, 7], atLeastOne(some("bigint"))),
    ])(),
  bigint: (random, some) =>
    pick<() => Expression>(random, [
      () => apply(pick<Operator>(random, ["+", "-"]), some("bigint"), some("bigint")),
      () => times(some("bigint"), bigint(BigInt(random.integer(7) - 3))),
      () => apply("abs", some("bigint")),
      () => cast(some("boolean"), "bigint"),
      () => cast(bounded(some("double")), "bigint"),
    ])(),
  boolean: (random, some) =>
    pick<() => Expression>(random, [
      () => compared(random, some, "double"),
      () => compared(random, some, pick<Kind>(random, ["bigint", "boolean"])),
      () => apply(pick<Operator>(random, ["and", "or"]), some("boolean"), some("boolean")),
      () => not(some("boolean")),
      () => isNull(some(pick<Kind>(random, ["double", "bigint", "boolean"]))),
      () => apply("isFinite", some("double")),
    ])(),
};

function compared(random: Random, some: (of: Kind) => Expression, kind: Kind): Expression {
  return apply(pick<Operator>(random, comparisons), some(kind), some(kind));
}

/** An index that a look-up takes: NULL below 1. */
const atLeastOne = (index: Expression): Expression =>
  caseWhen([{ when: apply(">=", index, bigint(1n)), then: index }], nullOf("bigint"));

/** A DOUBLE that may be cast to BIGINT: NULL where it is large. */
const bounded = (value: Expression): Expression =>
  caseWhen(
    [{ when: less(apply("abs", value), double(2 ** 20)), then: apply("floor", value) }],
    nullOf("double"),
  );

function leaf(random: Random, kind: Kind): Expression {
  if (kind === "boolean") {
    return pick(random, [flag(true), flag(false), nullOf("boolean")]);
  }
  const known = { double: ["x", "y"], bigint: ["i", "j"] } as const;
  const number = random.integer(9) - 4;
  const literal = kind === "double" ? double(number / 2) : bigint(BigInt(number));
  return pick(random, [
    column(known[kind][0]),
    column(known[kind][1]),
    column(known[kind][random.integer(2)] ?? "x"),
    literal,
    nullOf(kind),
  ]);
}

const asNumber = (value: Value): number | null => (value === null ? null : Number(value));

describe("compile", () => {
  it.each(["double", "bigint", "boolean"] as const)(
    "means what the interpreter does: %s",
    (kind) => {
      const random = createRandom(`compile/${kind}`);
      const doubles = [null, 0, -0, 1.5, -2.25, 3, Number.NaN, Infinity, -Infinity] as const;
      const bigints = [null, 0n, 1n, -1n, 2n, 3n, 4n, 5n, 40n] as const;
      const seen = new Map<string, number>();
      for (let n = 0; n < 1500; n++) {
        const expression = tree(random, kind, 4);
        const read = compile(expression, ["j", "x", "i", "y"]);
        for (let k = 0; k < 4; k++) {
          const [x, y] = [
            pick<number | null>(random, doubles),
            pick<number | null>(random, doubles),
          ];
          const [i, j] = [
            pick<bigint | null>(random, bigints),
            pick<bigint | null>(random, bigints),
          ];
          const expected = asNumber(evaluate(expression, { x, y, i, j }));
          const got = read([asNumber(j), x, asNumber(i), y]);
          // A BIGINT has no −0.
          expect(kind === "double" || got === null ? got : got + 0).toBe(expected);
          const shown =
            expected !== null && Number.isFinite(expected) ? "finite" : String(expected);
          seen.set(shown, (seen.get(shown) ?? 0) + 1);
        }
      }
      const wanted = kind === "double" ? ["null", "NaN", "Infinity", "-Infinity"] : ["null"];
      for (const shown of [...wanted, "finite"]) expect(seen.get(shown)).toBeGreaterThan(40);
    },
  );

  it("reads columns in the order given, and NULL beyond the row", () => {
    const ratio = divide(column("a"), column("b"));
    expect(compile(ratio, ["a", "b"])([3, 4])).toBe(0.75);
    expect(compile(ratio, ["b", "a"])([3, 4])).toBe(4 / 3);
    expect(compile(ratio, ["a", "b"])([3])).toBeNull();
    expect(compile(ratio, ["a", "b"])([0, 0])).toBeNaN();
  });

  it("looks up NULL at NULL and beyond the table", () => {
    const read = compile(lookup("t", [1, 0.5], column("i")), ["i"]);
    expect([1, 2, 3, null].map((i) => read([i]))).toEqual([1, 0.5, null, null]);
  });

  it("reads a literal −0 as 0, as it is printed", () => {
    expect(compile(divide(double(1), double(-0)), [])([])).toBe(Infinity);
  });

  it("casts to BIGINT only what is an integer", () => {
    const read = compile(cast(column("x"), "bigint"), ["x"]);
    expect(read([-2])).toBe(-2);
    expect(() => read([0.5])).toThrow(InternalError);
    expect(() => read([Number.NaN])).toThrow(EngineError);
  });

  it.each<[string, Expression, string]>([
    ["a missing column", column("b"), '(a), but "b" is read'],
    ["text", isNull(text("x")), "contains text"],
    ["an aggregate", sum(column("a")), "contains aggregate"],
    ["a row number", rowNumber([], []), "contains rowNumber"],
    ["a hash", apply("nativeHash", column("a")), 'contains "nativeHash"'],
    ["a cast to text", cast(column("a"), "text"), "a cast to text"],
    ["a wide BIGINT", bigint(2n ** 53n), "beyond 2^53"],
    ["a lone operand", apply("+", column("a")), "two arguments"],
  ])("refuses %s before any row is read", (_, expression, message) => {
    const refused = () => compile(caseWhen([], expression), ["a"]);
    expect(refused).toThrow(InternalError);
    expect(refused).toThrow(message);
  });
});
