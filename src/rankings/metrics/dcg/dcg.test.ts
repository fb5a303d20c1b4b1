import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { dcg } from "./dcg.js";

it("sums gain × discount to the cutoff", () => {
  const list = userList([3, 0, 1], [2]);
  expect(dcg.of(list, termsWith())).toBeCloseTo(3 + 1 / 2, 12);
  expect(dcg.of(list, termsWith({}, 2))).toBe(3);
  expect(dcg.of(list, termsWith({ gain: "exp" }))).toBeCloseTo(7 + 1 / 2, 12);
});

it("takes no cut from graded labels below the level that is relevant", () => {
  const list = userList([3, 1]);
  expect(dcg.of(list, termsWith({ gain: "binary", relevant: 2 }))).toBe(1);
});
