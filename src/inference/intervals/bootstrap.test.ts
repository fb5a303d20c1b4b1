import { expect, it } from "vitest";
import { normalCdf } from "../../numeric/normal-cdf.js";
import { createRandom } from "../../random/create-random.js";
import { replication } from "../bucket-weights.js";
import { deviations, pivots } from "./bootstrap.js";
import type { Statistic } from "./interval.js";
import { quantileCurve, twoSidedP } from "./quantile-curve.js";

/** The mean of exponential draws: its errors have a long upper tail. */
function skewed(buckets: number): Statistic {
  const random = createRandom("skewed");
  const x = Float64Array.from({ length: buckets }, () => -Math.log(1 - random.next()));
  const mean = (w: Float64Array): number =>
    x.reduce((sum, each, b) => sum + each * (w[b] ?? 0), 0) / w.reduce((a, b) => a + b, 0);
  const value = mean(new Float64Array(buckets).fill(1));
  const influence = x.map((each) => (each - value) / buckets);
  return {
    value,
    se: Math.sqrt(influence.reduce((sum, psi) => sum + psi * psi, 0)),
    degreesOfFreedom: buckets - 1,
    influence,
    replicates: {
      buckets,
      curveLinear: false,
      at: mean,
      withInfluence: (w) => {
        const own = mean(w);
        const total = w.reduce((a, b) => a + b, 0);
        return { value: own, influence: x.map((each) => (each - own) / total) };
      },
    },
  };
}

it("has the spread of the error, stretched to an error that holds more", () => {
  const of = skewed(60);
  const width = (each: Statistic): number => {
    const curve = deviations(each);
    return curve === undefined ? Number.NaN : curve.at(1) - curve.at(-1);
  };
  expect(width(of) / (2 * of.se)).toBeGreaterThan(0.9);
  expect(width(of) / (2 * of.se)).toBeLessThan(1.1);
  expect(width({ ...of, se: 3 * of.se })).toBeCloseTo(3 * width(of), 9);
});

it("has pivots that lean to the low side of a mean with a long upper tail", () => {
  const curve = pivots(skewed(60));
  expect(curve?.at(-1.96)).toBeLessThan(-2.1);
  expect(curve?.at(1.96)).toBeLessThan(1.9);
});

it("counts a bucket alike wherever it occurs, by its number in the tally", () => {
  const of = skewed(12);
  const { replicates } = of;
  if (replicates === undefined) throw new Error("replicates");
  const seen = (keys: readonly number[]): readonly string[] => {
    const rows: string[] = [];
    const at = (w: Float64Array): number => {
      rows.push(w.join());
      return 0;
    };
    deviations({
      ...of,
      replicates: { buckets: 12, curveLinear: false, at, keys: Int32Array.from(keys) },
    });
    return rows;
  };
  const inOrder = seen([...Array(12).keys()]);
  const turned = seen([...Array(12).keys()].reverse());
  expect(inOrder).toHaveLength(replication.count);
  expect(turned).toEqual(inOrder.map((row) => row.split(",").reverse().join()));
  expect(new Set(inOrder).size).toBeGreaterThan(990);
});

it("has no distribution of few buckets, nor without replicates", () => {
  expect(deviations(skewed(9))).toBeUndefined();
  expect(deviations({ value: 1, se: 1, degreesOfFreedom: 9 })).toBeUndefined();
});

it("interpolates draws by normal scores and goes on as a normal beyond them", () => {
  const draws = Array.from({ length: 999 }, (_, i) => i - 499);
  const curve = quantileCurve(draws, 100);
  expect(curve.at(0)).toBeCloseTo(0, 9);
  expect(normalCdf(curve.scoresOf(250)[0])).toBeCloseTo(0.75, 9);
  for (const z of [-5, -2, 0.3, 4]) expect(curve.scoresOf(curve.at(z))[0]).toBeCloseTo(z, 6);
  expect(curve.at(6) - curve.at(5)).toBeCloseTo(100, 9);
});

it("gives the p of both tails of a draw that many share", () => {
  const curve = quantileCurve([0, 0, 0, 0, 1, 1, 1, 1, 1], 1);
  const [low, high] = curve.scoresOf(0);
  expect([normalCdf(low), normalCdf(high)].map((u) => u.toFixed(6))).toEqual([
    "0.100000",
    "0.400000",
  ]);
  expect(twoSidedP(curve.scoresOf(0))).toBeCloseTo(0.8, 9);
});
