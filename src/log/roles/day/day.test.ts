import { expect, it } from "vitest";
import { canonicalValues, lawLog } from "../../law-log.js";
import { rank } from "../rank/rank.js";
import { day } from "./day.js";

it.each(["date", "text"] as const)("reads %s as a date", async (type) => {
  const log = lawLog(day, type, ["2026-11-01", "2026-12-31"]);
  expect(await canonicalValues(log, "h_day")).toEqual(["2026-11-01", "2026-12-31"]);
});

it("does not accept numbers of which nobody looked what they are", () => {
  expect(() => lawLog(day, "bigint", [20261101n])).toThrow(
    'log.day needs a column of dates, timestamps, text such as 2026-11-30, or seconds since 1970; "played" in table log holds whole numbers.',
  );
});

it("is one day where the log has none", async () => {
  expect(await canonicalValues(lawLog(rank, "bigint", [1n, 2n]), "h_day")).toEqual(["0", "0"]);
});
