import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { stopsAfterReward } from "./stops-after-reward.js";

test("a reward moves the logit of stopping, and its absence nothing", () => {
  const { stop } = stopsAfterReward.steps(Math.log(3));
  expect(stop?.(0.5, someVisit(), true)).toBeCloseTo(0.75, 12);
  expect(stop?.(0.5, someVisit(), false)).toBe(0.5);
});
