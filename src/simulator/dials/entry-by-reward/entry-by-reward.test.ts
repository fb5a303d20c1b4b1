import { expect, test } from "vitest";
import { someChance, someVisit } from "../some-visit.js";
import { entryByReward } from "./entry-by-reward.js";

test("only the first feed is left after a reward, and its topic is liked in the next one", () => {
  const { stop, retrieve } = entryByReward.steps(0.5);
  const visit = someVisit({ list: [0, 1], topics: [1, 2] });
  expect(stop?.(0.2, visit, true)).toBeCloseTo(0.6, 12);
  expect(stop?.(0.2, visit, false)).toBe(0.2);
  expect(stop?.(0.2, { ...visit, feedIndex: 1 }, true)).toBe(0.2);
  retrieve?.({ ...visit, entryTopic: 2 }, someChance);
  expect([...visit.relevance]).toEqual([0, 0.5]);
});
