import { expect, it } from "vitest";
import { pairsOf } from "../../../../test/fixture/pairs.js";
import { createRandom } from "../../../random/create-random.js";
import { slopeWithErrors } from "./slope-with-errors.js";

it("is the ordinary slope where online has no error", () => {
  const found = slopeWithErrors.of(pairsOf([0, 1, 2, 3], [0, 1, 1, 2], [0, 0.1]), 0.95);
  expect(found).toMatchObject({ value: expect.closeTo(0.6, 12) });
});

it("is not flattened by the noise of online results, as the ordinary slope is", () => {
  const random = createRandom("slope");
  const truths = Array.from({ length: 400 }, () => random.normal());
  const noisy = truths.map((truth) => truth + 0.7 * random.normal());
  const pairs = pairsOf(noisy, truths, [0.7, 0.01]);
  const ordinary = slopeWithErrors.of(pairsOf(noisy, truths, [0, 0.01]), 0.95);
  const found = slopeWithErrors.of(pairs, 0.95);
  expect("value" in ordinary && ordinary.value).toBeLessThan(0.75);
  expect("value" in found && found.value).toBeCloseTo(1, 0);
  expect("interval" in found && found.interval?.[0]).toBeGreaterThan(0.8);
});

it("draws no line through noise", () => {
  const pairs = pairsOf([1, 1.1, 0.9, 1.05], [1, 2, 3, 4]);
  expect(slopeWithErrors.of(pairs, 0.95)).toMatchObject({ code: "onlyNoise" });
});
