import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { err } from "./err.js";

it("lets a reader stop at an item by its grade", () => {
  const stops = [(2 ** 3 - 1) / 16, (2 ** 1 - 1) / 16] as const;
  const list = userList([3, 0, 1]);
  const expected = stops[0] + ((1 - stops[0]) * stops[1]) / 3;
  expect(err.of(list, termsWith())).toBeCloseTo(expected, 12);
});

it("counts grades above the top as the top", () => {
  expect(err.of(userList([9]), termsWith({ top: 2 }))).toBeCloseTo(3 / 4, 12);
});
