import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { ndcg } from "./ndcg.js";

it("divides by the ideal list, cut alike", () => {
  const list = userList([1, 0, 1]);
  expect(ndcg.of(list, termsWith())).toBeCloseTo(1.5 / (1 + 1 / Math.log2(3)), 12);
  expect(ndcg.of(userList([0], [1, 1]), termsWith({}, 1))).toBe(0);
});

it("is not defined without a gain to find", () => {
  expect(ndcg.of(userList([0, 0]), termsWith())).toBeNull();
  expect(ndcg.of(userList([1]), termsWith({ relevant: 2, gain: "binary" }))).toBeNull();
});

it("inverts the order of two models where the users' ideals differ", () => {
  const few = userList([0, 1]);
  const many = { a: userList([1, 1, 0, 1], [1, 1]), b: userList([1, 1, 1, 1], [1]) };
  const better = userList([1, 0]);
  const sum = (x: ReturnType<typeof userList>, y: ReturnType<typeof userList>): number =>
    (ndcg.of(x, termsWith()) ?? 0) + (ndcg.of(y, termsWith()) ?? 0);
  expect(sum(better, many.a)).toBeGreaterThan(sum(few, many.b));
});
