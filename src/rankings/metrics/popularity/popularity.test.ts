import { expect, it } from "vitest";
import { listedItems, termsWith } from "../../../../test/fixture/user-list.js";
import { popularity } from "./popularity.js";

it("is the mean share of users who hold a listed item, up to the cutoff", () => {
  const list = listedItems([0, 1, -1], { items: 2, users: 4, holders: Int32Array.of(2, 4) });
  expect([1, 2, 3, Infinity].map((cutoff) => popularity.of(list, termsWith({}, cutoff)))).toEqual([
    0.5, 0.75, 0.5, 0.5,
  ]);
});

it("is not defined for an empty list", () => {
  const nothing = listedItems([], { items: 1, users: 4, holders: Int32Array.of(2) });
  expect(popularity.of(nothing, termsWith())).toBeNull();
});
