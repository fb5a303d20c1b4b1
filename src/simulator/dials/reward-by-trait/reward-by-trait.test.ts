import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { rewardByTrait } from "./reward-by-trait.js";

test("adds to the level of the user", () => {
  const { person } = someVisit();
  person.trait = 2;
  person.level = 1;
  rewardByTrait.steps(0.5).person?.(person);
  expect(person.level).toBe(2);
});
