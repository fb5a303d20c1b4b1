import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { carryOver } from "./carry-over.js";

test("what was seen half is forgotten by a tenth with each trajectory", () => {
  const { chance, after } = carryOver.steps(0.5);
  const visit = someVisit({ list: [0], topics: [1] });
  after?.(visit);
  expect([...visit.person.memory]).toEqual([0, 0.5, 0]);
  expect(chance?.(0.4, visit)).toBeCloseTo(0.4 * (1 - 0.5 * 0.5), 12);
  expect(carryOver.steps(0.5).remembers).toBe(true);
});
