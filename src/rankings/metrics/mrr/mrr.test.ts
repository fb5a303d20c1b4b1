import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { mrr } from "./mrr.js";

it("is 1 over the rank of the first relevant item", () => {
  const list = userList([0, 0, 1, 1]);
  expect(mrr.of(list, termsWith())).toBeCloseTo(1 / 3, 12);
  expect(mrr.of(list, termsWith({}, 2))).toBe(0);
});
