import { expect, it } from "vitest";
import { createRandom } from "../../../random/create-random.js";
import { confidenceSequence, logEValue, mixingFor } from "./confidence-sequence.js";

it("is about 1.6 times as wide as one look where it is tightest", () => {
  const of = { value: 0, se: 0.01, degreesOfFreedom: Infinity, trajectories: 10_000 };
  expect(confidenceSequence.margins(of, 0.95)[0] / 0.01).toBeCloseTo(3.035, 2);
});

it("has p-values below 1 that are 1 over an e-value, whose mean is 1 where nothing differs", () => {
  const n = 4000;
  let mean = 0;
  for (let z = -14; z <= 14; z += 0.005) {
    const e = Math.exp(logEValue(z * Math.sqrt(n), n, mixingFor(0.05, 10_000)));
    mean += (0.005 * e * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
    const of = { value: z, se: 1, degreesOfFreedom: Infinity, trajectories: n };
    expect(confidenceSequence.p(of)).toBeCloseTo(Math.min(1, 1 / e), 12);
  }
  expect(mean).toBeCloseTo(1, 4);
});

it("keeps its error under a look every day for 60 days, where one interval a day does not", () => {
  const random = createRandom("peeking");
  const [worlds, days, perDay] = [400, 60, 200];
  let [sequence, fixed] = [0, 0];
  for (let world = 0; world < worlds; world++) {
    let [sum, isOut, isFixedOut] = [0, false, false];
    for (let day = 1; day <= days; day++) {
      sum += random.normal() * Math.sqrt(perDay);
      const n = day * perDay;
      const of = { value: sum / n, se: 1 / Math.sqrt(n), degreesOfFreedom: n, trajectories: n };
      isOut ||= confidenceSequence.p(of) < 0.05;
      isFixedOut ||= Math.abs(of.value / of.se) > 1.96;
    }
    sequence += isOut ? 1 : 0;
    fixed += isFixedOut ? 1 : 0;
  }
  expect(sequence / worlds).toBeLessThanOrEqual(0.05);
  expect(fixed / worlds).toBeGreaterThan(0.25);
});
