import { expect, test } from "vitest";
import { Xoshiro128 } from "./xoshiro128.js";

test("gives the reference outputs from state 1, 2, 3, 4", () => {
  const source = new Xoshiro128(1, 2, 3, 4);
  expect(Array.from({ length: 8 }, () => source.uint32())).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849,
  ]);
});
