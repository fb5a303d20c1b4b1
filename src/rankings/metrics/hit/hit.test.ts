import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { hit } from "./hit.js";

it("is 1 where a relevant item stands above the cutoff", () => {
  const list = userList([0, 1]);
  expect([1, 2].map((cutoff) => hit.of(list, termsWith({}, cutoff)))).toEqual([0, 1]);
  expect(hit.of(list, termsWith({ relevant: 2 }))).toBe(0);
});
