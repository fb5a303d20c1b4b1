import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { precision } from "./precision.js";

it("divides by the cutoff, or by what is listed", () => {
  const list = userList([1, 0, 1]);
  expect(precision.of(list, termsWith({}, 10))).toBeCloseTo(0.2, 12);
  expect(precision.of(list, termsWith({ precisionBy: "listed" }, 10))).toBeCloseTo(2 / 3, 12);
  expect(precision.of(userList([]), termsWith())).toBe(0);
});
