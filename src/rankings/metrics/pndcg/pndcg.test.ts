import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { pndcg } from "./pndcg.js";

it("is a ratio of two sums over users, DCG and ideal DCG", () => {
  const list = userList([0, 1], [2]);
  expect(pndcg.of(list, termsWith())).toBeCloseTo(1 / Math.log2(3), 12);
  expect(pndcg.per?.(list, termsWith())).toBeCloseTo(2 + 1 / Math.log2(3), 12);
});
