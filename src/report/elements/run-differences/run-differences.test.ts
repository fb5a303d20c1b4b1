import { expect, it } from "vitest";
import { fixtureRanking } from "../../../../test/fixture/fixture-ranking.js";
import { written } from "../../../../test/fixture/written.js";
import { runDifferences } from "./run-differences.js";

it("shows differences from the baseline, and p in the family", () => {
  const { text, csv } = written(runDifferences, fixtureRanking());
  expect(text).toContain("Differences from production");
  expect(text).toMatch(/candidate +DCG@10 +\+0\.\d+/);
  expect(text).toContain("1 / 1 / 1");
  expect(csv.map(({ measure }) => measure)).toEqual(["nDCG@10", "DCG@10"]);
});

it("leaves the adjusted p out where there is one difference", () => {
  const whole = fixtureRanking();
  const one = { ...whole, differences: whole.differences.slice(0, 1) };
  expect(written(runDifferences, one).text).not.toContain("adjusted");
});
