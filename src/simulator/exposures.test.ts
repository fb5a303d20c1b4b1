import { expect, test } from "vitest";
import { plackettLuceExposures } from "./exposures.js";

/** By enumeration of all orders: P(order) is the product of w over what is left. */
function enumerated(weights: readonly number[], p: readonly number[]): number[] {
  const exposures = weights.map(() => 0);
  const visit = (left: readonly number[], rank: number, chance: number): void => {
    const total = left.reduce((sum, item) => sum + (weights[item] ?? 0), 0);
    for (const item of left) {
      const here = (chance * (weights[item] ?? 0)) / total;
      exposures[item] = (exposures[item] ?? 0) + here * (p[rank] ?? 0);
      visit(
        left.filter((other) => other !== item),
        rank + 1,
        here,
      );
    }
  };
  visit([...weights.keys()], 0, 1);
  return exposures;
}

test.each([[[1, 1]], [[3, 1, 0.2, 0.5, 2]], [[1000, 1, 0.001]]])(
  "exposures under Plackett–Luce are those of all orders: %j",
  (weights) => {
    const p = [1, 0.7, 0.4, 0.3, 0.1];
    const exact = enumerated(weights, p);
    plackettLuceExposures(weights.map(Math.log), p).forEach((exposure, at) => {
      expect(exposure).toBeCloseTo(exact[at] ?? 0, 8);
    });
  },
);
