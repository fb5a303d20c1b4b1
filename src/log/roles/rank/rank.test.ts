import { expect, it } from "vitest";
import { canonicalValues, lawLog, surveyOf } from "../../law-log.js";
import { rangeOf } from "../../summary.js";
import { rank } from "./rank.js";

it("reads whole numbers of any type; 0, which is refused, for all else", async () => {
  const ranks = async (type: "double" | "bigint", given: readonly (number | bigint | null)[]) =>
    canonicalValues(lawLog(rank, type, given), "h_rank");
  expect(await ranks("bigint", [1n, 7n, null])).toEqual(["1", "7", null]);
  expect(await ranks("double", [1, 1.5, Number.NaN, 2 ** 53])).toEqual(["1", "0", "0", "0"]);
});

it("has the range of its values", async () => {
  const made = lawLog(rank, "double", [3, 1, 9]);
  expect(rangeOf(made.log, await surveyOf(made), "h_rank")).toEqual([1, 9]);
});
