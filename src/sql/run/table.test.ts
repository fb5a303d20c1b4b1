import { expect, it } from "vitest";
import { tableOf } from "./table.js";

const extremes = [0n, 1n, -1n, 2n ** 31n, -(2n ** 32n), 2n ** 53n + 1n, -(2n ** 53n) - 3n];
const wholes = [...extremes, 2n ** 62n + 513n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) + 1n];

it("reads a column of whole numbers as the nearest doubles and as texts, typed or not", () => {
  const typed = new BigInt64Array([7n, ...wholes]).subarray(1);
  for (const values of [wholes, typed]) {
    const table = tableOf(wholes.length, new Map([["n", values]]));
    expect([...table.numbers("n")]).toEqual(wholes.map(Number));
    expect(table.texts("n")).toEqual(wholes.map(String));
    expect(table.number("n", 3)).toBe(2 ** 31);
    expect(table.text("n", wholes.length)).toBeNull();
  }
});
