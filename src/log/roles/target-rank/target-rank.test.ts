import { expect, it } from "vitest";
import { meaningOf } from "../../canonical.js";
import { brokenRules, lawLog } from "../../law-log.js";
import { targetRank } from "./target-rank.js";

it("may be NULL, for an item that the policy does not show, and not 0", async () => {
  const codes = async (values: readonly (bigint | null)[]) =>
    (await brokenRules(targetRank, lawLog(targetRank, "bigint", values))).map(({ code }) => code);
  expect(await codes([null, null, 3n])).toEqual([]);
  expect(await codes([null, 0n])).toEqual(["targetRankInvalid"]);
});

it("means its column, whichever policy names it", () => {
  expect(meaningOf(lawLog(targetRank, "bigint", [1n]).log, "h_rank_0")).toBe("rank:played");
});
