import { expect, it } from "vitest";
import { createRandom } from "../../../random/index.js";
import { confidenceSequence } from "../../intervals/confidence-sequence/confidence-sequence.js";
import { normalBound } from "../normal-bound/normal-bound.js";
import { sequenceBound } from "./sequence-bound.js";

const range = [-Infinity, Infinity] as const;

it("lies between the bound of one look and the two-sided sequence", () => {
  const [n, delta] = [10_000, 0.05];
  const sample = { mean: 0, variance: 4, n, range };
  const two = { value: 0, se: 2 / Math.sqrt(n), degreesOfFreedom: n, trajectories: n };
  const [below] = confidenceSequence.margins(two, 1 - delta);
  expect(sequenceBound.of(sample, delta)).toBeLessThan(normalBound.of(sample, delta));
  expect(sequenceBound.of(sample, delta)).toBeGreaterThan(-below);
});

it("fails over 60 daily looks no more often than it says, where the bound of one look does", () => {
  const random = createRandom("peeking at one side");
  const [worlds, days, perDay, delta] = [400, 60, 200, 0.05];
  let [sequence, fixed] = [0, 0];
  for (let world = 0; world < worlds; world++) {
    let [sum, isOut, isFixedOut] = [0, false, false];
    for (let day = 1; day <= days; day++) {
      sum += random.normal() * Math.sqrt(perDay);
      const n = day * perDay;
      const sample = { mean: sum / n, variance: 1, n, range };
      isOut ||= sequenceBound.of(sample, delta) > 0;
      isFixedOut ||= normalBound.of(sample, delta) > 0;
    }
    sequence += isOut ? 1 : 0;
    fixed += isFixedOut ? 1 : 0;
  }
  expect(sequence / worlds).toBeLessThanOrEqual(delta);
  expect(fixed / worlds).toBeGreaterThan(3 * delta);
});
