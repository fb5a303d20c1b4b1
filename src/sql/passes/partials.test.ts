import { describe, expect, it } from "vitest";
import { InternalError } from "../../errors.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import { compile } from "../compile.js";
import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  greater,
  isNull,
  lookup,
  minus,
  plus,
  rowNumber,
  sum,
  times,
} from "../expression.js";
import { partials } from "./partials.js";
import { structuralKey } from "./structural-key.js";
import { rewrite } from "./walk.js";

const isLookup = (node: Expression): boolean => node.kind === "lookup";
const p = [1, 0.5, 0.25];
const pt = lookup("p", p, column("t"));
const pi = lookup("p", p, column("i"));
const inverse = lookup("min(3,1/p)", [1, 2, 3], column("i"));
const c = column("c");

const lookups = (expression: Expression) => partials(expression, isLookup);
const slopes = (expression: Expression) => lookups(expression).map(({ slope }) => slope);

/** A random tree of + − * / CASE, coalesce and casts over two look-ups and a column. */
function tree(random: Random, depth: number): Expression {
  const some = (): Expression => tree(random, depth - 1);
  const kind = depth === 0 ? random.integer(4) : 4 + random.integer(8);
  if (kind === 0) return pt;
  if (kind === 1) return inverse;
  if (kind === 2) return c;
  if (kind === 3) return double(random.integer(5) - 2);
  if (kind === 4) return plus(some(), some());
  if (kind === 5) return minus(some(), some());
  if (kind < 8) return times(some(), some());
  if (kind === 8) return divide(some(), awayFromZero(some()));
  if (kind === 9) return apply("coalesce", some(), some(), double(0.5));
  if (kind === 10) return cast(some(), "double");
  const threshold = double(random.next());
  return caseWhen([{ when: greater(some(), threshold), then: some() }], some());
}

const awayFromZero = (a: Expression): Expression => plus(times(a, a), double(0.75));

/** The look-ups as columns, so that they can be moved. */
function freed(expression: Expression): Expression {
  const names = new Map([
    [structuralKey(pt), "pt"],
    [structuralKey(inverse), "inverse"],
  ]);
  return rewrite(expression, (node) => {
    const name = isLookup(node) ? names.get(structuralKey(node)) : undefined;
    return name === undefined ? node : column(name);
  });
}

const columns = ["c", "pt", "inverse"];
type Cells = (number | null)[];

describe("partials", () => {
  it("are the numerical derivatives, and 0 by a node that is NULL", () => {
    const random = createRandom("partials");
    const cell = () => (random.next() < 0.15 ? null : 0.1 + 0.9 * random.next());
    const checked = { slopes: 0, zeros: 0, nulls: 0 };
    for (let n = 0; n < 1500; n++) {
      const expression = tree(random, 1 + random.integer(4));
      const found = lookups(expression);
      const value = compile(freed(expression), columns);
      const slopeBy = ["pt", "inverse"].map((name) => {
        const partial = found.find(({ node }) => structuralKey(freed(node)) === keyOf(name));
        return compile(freed(partial?.slope ?? double(0)), columns);
      });
      const row: Cells = [cell(), cell(), cell()];
      const base = value(row);
      if (base === null) continue;
      for (const [k, slopeAt] of slopeBy.entries()) {
        const slope = slopeAt(row);
        const expected = numerical(value, row, k + 1);
        const scale = 1 + Math.abs(base) + Math.abs(expected);
        expect(Math.abs((slope ?? Number.NaN) - expected) / scale).toBeLessThan(1e-6);
        checked.slopes += expected === 0 ? 0 : 1;
        checked.zeros += expected === 0 ? 1 : 0;
        checked.nulls += row[k + 1] === null ? 1 : 0;
      }
    }
    expect(checked.slopes).toBeGreaterThan(500);
    expect(checked.zeros).toBeGreaterThan(200);
    expect(checked.nulls).toBeGreaterThan(50);
  });

  it("of a quotient of one curve at two ranks", () => {
    expect(lookups(divide(pt, pi))).toEqual([
      { node: pt, slope: divide(double(1), pi) },
      { node: pi, slope: times(double(-1), divide(divide(pt, pi), pi)) },
    ]);
  });

  it("of a clipped gain: each factor's slope is the others' product", () => {
    expect(lookups(times(c, times(pt, inverse)))).toEqual([
      { node: pt, slope: times(c, inverse) },
      { node: inverse, slope: times(c, pt) },
    ]);
  });

  it("of a clipped ratio: none where it is clipped, and the condition is constant", () => {
    const w = divide(pt, c);
    const clipped = greater(w, double(2));
    expect(slopes(caseWhen([{ when: clipped, then: double(2) }], w))).toEqual([
      caseWhen([{ when: clipped, then: double(0) }], divide(double(1), c)),
    ]);
    expect(slopes(caseWhen([{ when: clipped, then: double(2) }], c))).toEqual([]);
  });

  it("of a look-up that may miss: 1 in the table, 0 beyond it", () => {
    const guarded = apply("coalesce", pt, double(0));
    const slope = caseWhen([{ when: isNull(pt), then: double(0) }], double(1));
    expect(slopes(guarded)).toEqual([slope]);
    expect([3, 4, null].map((t) => compile(slope, ["t"])([t]))).toEqual([1, 0, 0]);
    expect(slopes(times(c, guarded))).toEqual([times(c, slope)]);
    expect(slopes(apply("coalesce", c, pt))).toEqual([
      caseWhen([{ when: isNull(c), then: double(1) }], double(0)),
    ]);
  });

  it("of aggregates that are variables, through casts of BIGINT sums", () => {
    const [total, rows] = [sum(times(c, pt)), count()];
    const isAggregate = (node: Expression) => node.kind === "aggregate";
    expect(partials(divide(total, cast(rows, "double")), isAggregate)).toEqual([
      { node: total, slope: divide(double(1), cast(rows, "double")) },
      {
        node: rows,
        slope: times(double(-1), divide(divide(total, cast(rows, "double")), cast(rows, "double"))),
      },
    ]);
    const tripled = cast(times(rows, bigint(3n)), "double");
    expect(partials(tripled, isAggregate)).toEqual([
      { node: rows, slope: cast(bigint(3n), "double") },
    ]);
  });

  it("are small: no zero terms, no factors of 1, signs folded", () => {
    expect(slopes(pt)).toEqual([double(1)]);
    expect(slopes(plus(times(c, c), times(double(3), pt)))).toEqual([double(3)]);
    expect(slopes(minus(c, pt))).toEqual([double(-1)]);
    expect(slopes(minus(pt, pt))).toEqual([]);
    expect(slopes(times(double(0), pt))).toEqual([]);
    expect(slopes(minus(c, minus(c, times(c, pt))))).toEqual([c]);
    expect(slopes(minus(pt, times(c, pt)))).toEqual([minus(double(1), c)]);
    expect(slopes(times(pt, pt))).toEqual([plus(pt, pt)]);
    expect(slopes(divide(double(1), plus(c, double(1))))).toEqual([]);
  });

  it("take equal nodes as one and do not look below a variable", () => {
    const nested = lookup("outer", [1], pt);
    expect(lookups(plus(nested, lookup("outer", [1], lookup("p", p, column("t")))))).toEqual([
      { node: nested, slope: double(2) },
    ]);
  });

  it("leave columns alone, whatever they are called", () => {
    const odd = times(column("v0"), times(column("v_0"), pt));
    expect(slopes(odd)).toEqual([times(column("v0"), column("v_0"))]);
  });

  it("take orders as constant", () => {
    const placed = rowNumber([], [{ by: divide(c, pi), descending: true }]);
    const best = cast(placed, "double");
    expect(slopes(times(best, pt))).toEqual([best]);
  });

  it.each<[string, Expression]>([
    ["floor", apply("floor", pt)],
    ["abs", apply("abs", times(c, pt))],
    ["cast", cast(cast(pt, "bigint"), "double")],
    ["=", cast(equal(pt, c), "double")],
    ["bitAnd", cast(apply("bitAnd", cast(pt, "bigint"), bigint(1n)), "double")],
    ["nativeHash", cast(apply("nativeHash", pt), "double")],
    ["aggregate", times(c, sum(pt))],
  ])('refuse what acts through "%s"', (through, expression) => {
    expect(() => lookups(expression)).toThrow(InternalError);
    expect(() => lookups(expression)).toThrow(`through "${through}", which has no slope`);
    expect(partials(expression, () => false)).toEqual([]);
  });
});

const keyOf = (name: string): string => structuralKey(column(name));

/** (f(x + h) − f(x − h)) / 2h by one cell; 0 where that is NULL. */
function numerical(
  value: (row: readonly (number | null)[]) => number | null,
  row: Cells,
  at: number,
): number {
  const here = row[at] ?? null;
  if (here === null) return 0;
  const h = 1e-5;
  const [above, below] = [here + h, here - h].map((x) => value(row.with(at, x)));
  return ((above ?? Number.NaN) - (below ?? Number.NaN)) / (2 * h);
}
