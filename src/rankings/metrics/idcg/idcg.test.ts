import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { idcg } from "./idcg.js";

it("is the DCG of the best list, cut alike", () => {
  const list = userList([0, 1], [2]);
  expect(idcg.of(list, termsWith())).toBeCloseTo(2 + 1 / Math.log2(3), 12);
  expect(idcg.of(list, termsWith({}, 1))).toBe(2);
  expect(idcg.of(list, termsWith({ ideal: "listed" }))).toBe(1);
});
