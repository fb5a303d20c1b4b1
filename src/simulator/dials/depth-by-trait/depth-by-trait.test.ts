import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { depthByTrait } from "./depth-by-trait.js";

test("users with a high trait go on more often, and an average one as the curve says", () => {
  const { stop } = depthByTrait.steps(1);
  const visit = someVisit();
  expect(stop?.(0.36, visit, false)).toBeCloseTo(0.36, 12);
  visit.person.trait = Math.log(2);
  expect(stop?.(0.36, visit, false)).toBeCloseTo(0.2, 12);
});
