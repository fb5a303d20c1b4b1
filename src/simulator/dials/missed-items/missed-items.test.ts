import { expect, test } from "vitest";
import { someChance, someVisit } from "../some-visit.js";
import { missedItems } from "./missed-items.js";

test("hides about half of the candidates, and never all", () => {
  const visit = someVisit({ list: [0, 1, 2] });
  const draws = [0.1, 0.4, 0.6];
  const chance = { ...someChance, next: () => draws.shift() ?? 0 };
  missedItems.steps(0.5).retrieve?.(visit, chance);
  expect([...visit.hidden]).toEqual([0, 1, 0]);
});
