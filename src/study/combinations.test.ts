import { expect, it } from "vitest";
import { combinations } from "./combinations.js";

it("gives every choice of one value per name, the last varying fastest", () => {
  expect(combinations({ a: [1, 2], b: [3, 4] })).toEqual([
    { a: 1, b: 3 },
    { a: 1, b: 4 },
    { a: 2, b: 3 },
    { a: 2, b: 4 },
  ]);
  expect(combinations({})).toEqual([{}]);
  expect(combinations({ a: [1], b: [] })).toEqual([]);
});
