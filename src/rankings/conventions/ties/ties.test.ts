import { expect, it } from "vitest";
import { ties } from "./ties.js";

const scores = Float64Array.of(1, 2, 2, 0);
const names = ["d", "a", "b", "c"];
const compareNames = (a: number, b: number): number =>
  (names[a] ?? "") < (names[b] ?? "") ? -1 : 1;
const order = (name: string, cutoff = 4): readonly number[] => [
  ...(ties.choices.find((each) => each.name === name)?.order({ scores, compareNames }, cutoff) ??
    []),
];

it("orders equal scores", () => {
  expect(order("itemDescending")).toEqual([2, 1, 0, 3]);
  expect(order("itemAscending")).toEqual([1, 2, 0, 3]);
  expect(order("file")).toEqual([1, 2, 0, 3]);
  expect(order("average")).toEqual([1, 2, 0, 3]);
});

it("lists the top k alone where the order depends on it", () => {
  expect(order("introselect", 1)).toHaveLength(1);
});
