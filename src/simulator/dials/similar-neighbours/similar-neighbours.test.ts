import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { similarNeighbours } from "./similar-neighbours.js";

test("only an item below one of its own topic earns less", () => {
  const { chance } = similarNeighbours.steps(0.5);
  const visit = someVisit({ list: [0, 1], topics: [1, 1] });
  expect(chance?.(0.4, visit)).toBe(0.4);
  Object.assign(visit, { before: 0, candidate: 1 });
  expect(chance?.(0.4, visit)).toBe(0.2);
});
