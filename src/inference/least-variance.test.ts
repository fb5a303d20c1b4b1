import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import type { PointEstimate } from "./delta.js";
import { leastVariance, withFoldWeights } from "./least-variance.js";

const random = createRandom("least variance");
const normal = (): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** An estimate of `value` by buckets, its influence centred. */
function estimateOf(value: number, parts: readonly number[]): PointEstimate {
  const mean = parts.reduce((a, b) => a + b, 0) / parts.length;
  const influence = Float64Array.from(parts, (part) => (part - mean) / parts.length);
  const buckets = parts.length;
  return {
    value,
    influence,
    n: buckets,
    buckets,
    fewestBuckets: buckets,
    means: [],
    gradient: [],
    rounding: 0,
    replicates: { buckets, curveLinear: false, at: () => value },
  };
}

const shared = Array.from({ length: 500 }, normal);
const noisy = (size: number): number[] => shared.map((part) => part + size * normal());
const [a, b] = [estimateOf(1, noisy(0.5)), estimateOf(1.01, noisy(2))];

const dot = (x: Float64Array, y: Float64Array, of: (slot: number) => boolean): number =>
  x.reduce((sum, part, slot) => (of(slot) ? sum + part * (y[slot] ?? 0) : sum), 0);

describe("leastVariance", () => {
  it("weighs two estimates by (s22 − s12)/(s11 + s22 − 2 s12), of the buckets of other folds", () => {
    const weights = leastVariance([a, b]);
    if ("code" in weights) throw new Error(weights.message);
    weights.folds.forEach(([first], fold) => {
      const others = (slot: number): boolean => slot % weights.folds.length !== fold;
      const s11 = dot(a.influence, a.influence, others);
      const s12 = dot(a.influence, b.influence, others);
      const s22 = dot(b.influence, b.influence, others);
      expect(first).toBeCloseTo((s22 - s12) / (s11 + s22 - 2 * s12), 8);
    });
    expect(weights.mean[0]).toBeCloseTo(
      weights.folds.reduce((sum, [first = 0]) => sum + first, 0) / weights.folds.length,
      12,
    );
  });

  it("gives the mean of each fold's combination, with the error of its weighted influences", () => {
    const weights = leastVariance([a, b]);
    if ("code" in weights) throw new Error(weights.message);
    const [w = 0, v = 0] = weights.mean;
    const combined = estimateOf(w * a.value + v * b.value, []);
    const influence = a.influence.map((psi, slot) => w * psi + v * (b.influence[slot] ?? 0));
    const answer = withFoldWeights({ ...combined, influence, buckets: 500 }, [a, b], weights);
    const of = (slot: number): readonly number[] =>
      weights.folds[slot % weights.folds.length] ?? [];
    const expected = a.influence.map(
      (psi, slot) => (of(slot)[0] ?? 0) * psi + (of(slot)[1] ?? 0) * (b.influence[slot] ?? 0),
    );
    answer.influence.forEach((psi, slot) => {
      expect(psi).toBeCloseTo(expected[slot] ?? Number.NaN, 12);
    });
    const byFolds = expected.reduce((sum, psi) => sum + psi, w * a.value + v * b.value);
    expect(answer.value).toBeCloseTo(byFolds, 12);
    expect(answer.replicates.at(new Float64Array())).toBeCloseTo(byFolds, 12);
  });

  it("weighs estimates that come to one equally, and few buckets too", () => {
    for (const estimates of [
      [a, a, a],
      [1, 1.2, 1.1].map((value) => estimateOf(value, noisy(1).slice(0, 250))),
    ]) {
      const weights = leastVariance(estimates);
      if ("code" in weights) throw new Error(weights.message);
      for (const weight of weights.mean) expect(weight).toBeCloseTo(1 / 3, 6);
    }
  });

  it("refuses estimates that differ by more than their joint error, one in a thousand of those that do not", () => {
    expect(leastVariance([a, { ...b, value: 2 }])).toMatchObject({ code: "membersDisagree" });
    let refused = 0;
    for (let at = 0; at < 2000; at++) {
      const parts = [0, 1, 2].map(() => Array.from({ length: 30 }, normal));
      const values = parts.map((part) => part.reduce((sum, x) => sum + x, 0) / 30);
      const all = parts.map((part, k) => estimateOf(values[k] ?? 0, part));
      if ("code" in leastVariance(all)) refused += 1;
    }
    expect(refused).toBeLessThan(12);
  });
});
