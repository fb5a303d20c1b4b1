import { expect, it } from "vitest";
import { boundWith, brokenRules, canonicalValues, lawLog, usualColumns } from "../../law-log.js";
import { rank } from "../rank/rank.js";
import { shows } from "./shows.js";

it("is 1 or more in every row, and a whole number", async () => {
  const codes = async (values: readonly (bigint | null)[]) =>
    (await brokenRules(shows, lawLog(shows, "bigint", values))).map(({ code }) => code);
  expect(await codes([1n, 2n])).toEqual([]);
  expect(await codes([2n, null])).toEqual(["showsInvalid"]);
  expect(await codes([2n, 0n])).toEqual(["showsInvalid"]);
});

it("may be one number for all rows, a whole one there too", async () => {
  const { engine } = lawLog(rank, "bigint", [1n, 2n]);
  const made = { log: boundWith(shows, 2, usualColumns), engine };
  expect(await canonicalValues(made, "h_shows_0")).toEqual(["2", "2"]);
});
