import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { rbp } from "./rbp.js";

it("weighs ranks by p^(rank − 1)", () => {
  const list = userList([1, 0, 1]);
  expect(rbp.of(list, termsWith({ p: 0.5 }))).toBeCloseTo(0.5 * (1 + 0.25), 12);
  expect(rbp.of(list, termsWith({ p: 0.5 }, 1))).toBe(0.5);
});
