import { expect, it } from "vitest";
import { canonicalNames } from "../../impressions.js";
import { canonicalValues, lawLog } from "../../law-log.js";
import { targetRank } from "../target-rank/target-rank.js";
import { targetScore } from "../target-score/target-score.js";

it("has a column only where another role needs it", async () => {
  expect(canonicalNames(lawLog(targetRank, "bigint", [1n]).log)).not.toContain("h_item");
  const scored = lawLog(targetScore, "double", [0.5, 0.25]);
  expect(await canonicalValues(scored, "h_item")).toEqual(["item 0", "item 1"]);
});
