import { expect, it } from "vitest";
import { listedItems, termsWith } from "../../../../test/fixture/user-list.js";
import { novelty } from "./novelty.js";

it("is the mean of bits, and an item that nobody holds counts like one of a single holder", () => {
  const list = listedItems([0, 1, -1], { items: 2, users: 8, holders: Int32Array.of(8, 2) });
  expect([1, 2, 3].map((cutoff) => novelty.of(list, termsWith({}, cutoff)))).toEqual([
    0,
    1,
    (0 + 2 + 3) / 3,
  ]);
});
