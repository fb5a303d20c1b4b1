import { expect, it } from "vitest";
import { pairsOf } from "../../../../test/fixture/pairs.js";
import { calibration } from "./calibration.js";

it("is the share of differences within their intervals, with χ² of all", () => {
  const found = calibration.of(pairsOf([0, 0, 0, 0], [0.1, -0.1, 0.2, 0.5], [0.06, 0.08]), 0.95);
  expect(found).toMatchObject({ value: 0.5, facts: { meanSquare: expect.closeTo(31 / 4, 9) } });
  expect("p" in found && found.p).toBeLessThan(1e-5);
});

it("allows for one log on both sides", () => {
  const [pair] = pairsOf([1], [1.01], [0.1, 0.1]);
  if (pair === undefined) throw new Error("a pair");
  const shared = calibration.of([{ ...pair, covariance: 0.00999 }], 0.95);
  expect(shared).toMatchObject({ facts: { meanZ: expect.closeTo(0.01 / Math.sqrt(2e-5), 6) } });
});
