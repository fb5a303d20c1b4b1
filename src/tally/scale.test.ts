import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addDoubleDouble } from "../numeric/double-double.js";
import { createRandom } from "../random/create-random.js";
import { compile } from "../sql/compile.js";
import { column } from "../sql/expression.js";
import { capacityFor, finest, roundingOf, type Scale, scaledSums, scaleFor } from "./scale.js";

/** The parts of one value, one a bin. */
function partsOf(scale: Scale): (value: number) => readonly number[] {
  const read = scaledSums(column("x"), scale).map((each) => {
    if (each.kind !== "aggregate" || each.value === undefined) throw new Error("a sum");
    return compile(each.value, ["x"]);
  });
  return (value) => read.map((part) => part([value]) ?? Number.NaN);
}

/** The sum of values in their bins: each bin in doubles and in the order given, then all bins together. */
function binnedSum(values: readonly number[], scale: Scale): { hi: number; lo: number } {
  const parts = partsOf(scale);
  const bins = values.map(parts).reduce((sums, own) => sums.map((sum, i) => sum + (own[i] ?? 0)));
  return bins.map((hi) => ({ hi, lo: 0 })).reduce(addDoubleDouble);
}

/** A double as a whole number of 2^-1074. */
function exact(value: number): bigint {
  const [bits] = new BigUint64Array(new Float64Array([value]).buffer);
  const field = ((bits ?? 0n) >> 52n) & 2047n;
  const fraction = (bits ?? 0n) & (2n ** 52n - 1n);
  const size = field === 0n ? fraction : (fraction | (2n ** 52n)) << (field - 1n);
  return value < 0 ? -size : size;
}

const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs));
const random = createRandom("bins");
const draw = (size: number, spread: number): number[] =>
  Array.from({ length: size }, () => random.normal() * 2 ** (spread * random.normal()));

/** The exact sum less that of the bins, in values. */
function errorOf(values: readonly number[], scale: Scale): number {
  const { hi, lo } = binnedSum(values, scale);
  const sum = values.map(exact).reduce((a, b) => a + b);
  return Number((sum - exact(hi) - exact(lo)) >> 774n) * 2 ** -300;
}

describe("sums in bins", () => {
  it.each([0, 4, 12])("are exact to the bound in any order, at a spread of 2^%i", (spread) => {
    for (const size of [3, 60, 900]) {
      const values = draw(size, spread);
      const scale = scaleFor(largest(values), capacityFor(size), finest.rows);
      const sum = binnedSum(values, scale);
      for (const order of [values.toReversed(), values.toSorted((a, b) => a - b)]) {
        expect(binnedSum(order, scale)).toEqual(sum);
      }
      const bound = size * roundingOf(scale);
      expect(Math.abs(errorOf(values, scale))).toBeLessThanOrEqual(bound);
      expect(bound).toBeLessThan(size * 2 ** -56);
    }
  });

  it.each([2 ** 31 - 1, 1.7e12, 2 ** 63, 3.4e38, 9e49])(
    "have the same bits where a value of %d is possible elsewhere",
    (outlier) => {
      const values = draw(200, 1);
      const [own, wide] = [largest(values), outlier].map((bound) =>
        binnedSum(values, scaleFor(bound, capacityFor(200), finest.rows)),
      );
      expect(wide).toEqual(own);
    },
  );

  it.each([2 ** 31 - 1, 1.7e12, 2 ** 63, 9e49])(
    "keep what stands next to a value of %d, as far as two doubles reach",
    (outlier) => {
      const values = [outlier, ...draw(200, 1), -outlier / 3];
      const scale = scaleFor(outlier, capacityFor(values.length), finest.rows);
      expect(Math.abs(errorOf(values, scale))).toBeLessThanOrEqual(
        values.length * roundingOf(scale) + Math.abs(outlier) * 2 ** -103,
      );
      expect(roundingOf(scale)).toBe(2 ** -57);
    },
  );

  it("grow finer for values that are all small, and hold as many rows as they say", () => {
    const small = scaleFor(2 ** -40, capacityFor(200), finest.rows);
    expect(roundingOf(small)).toBe(2 ** -105);
    for (const rows of [5, 2 ** 14, 2 ** 30]) {
      const scale = scaleFor(1e4, capacityFor(rows), finest.rows);
      const [top = 0] = scale.kind === "bins" ? scale.steps : [];
      expect(1e4 * rows).toBeLessThanOrEqual(2 ** (53 + top));
    }
  });

  it("add constants by their number as they add rows", () => {
    const scale = scaleFor(1e9, 8, finest.rows);
    const counted = scaledSums({ kind: "double", value: 1e9 / 3 }, scale).map((each) =>
      each.kind === "call" && each.args[1]?.kind === "double" ? each.args[1].value : Number.NaN,
    );
    expect(counted).toEqual(partsOf(scale)(1e9 / 3));
  });

  it("give the sum of exact fractions", () => {
    const vectors: readonly {
      readonly name: string;
      readonly inputs: { readonly maxAbs: number; rowsPerBucket: number; values: number[] };
      readonly expected: { readonly sum: number };
      readonly tolerance: number;
    }[] = JSON.parse(readFileSync("test/vectors/verdict.json", "utf8"));
    const found = vectors.find(({ name }) => name === "verdict.fixedPoint");
    if (found === undefined) throw new Error("verdict.fixedPoint");
    const { maxAbs, rowsPerBucket, values } = found.inputs;
    const scale = scaleFor(maxAbs, capacityFor(rowsPerBucket), finest.rows);
    const { hi, lo } = binnedSum(values, scale);
    expect(hi).toBe(found.expected.sum);
    expect(Math.abs(errorOf(values, scale))).toBeLessThan(values.length * 2 ** -56);
    expect(lo).not.toBe(0);
  });
});
