import { expect, it } from "vitest";
import { fixtureRanking } from "../../../../test/fixture/fixture-ranking.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { rankedRuns } from "./ranked-runs.js";

it("lists runs in the order of the first measure", () => {
  const { text, csv } = written(rankedRuns, fixtureRanking());
  expect(text.indexOf("production")).toBeLessThan(text.indexOf("candidate"));
  expect(text).toContain("nDCG@10");
  expect(csv.map(({ run, measure }) => `${run} ${measure}`)).toEqual([
    "production nDCG@10",
    "production DCG@10",
    "candidate nDCG@10",
    "candidate DCG@10",
  ]);
});

it("says how many users count where measures differ in that, and why there is no number", () => {
  expect(written(rankedRuns, fixtureRanking()).text).toContain("2 to 3");
  const none = reason("zeroDenominator", "No user counts.");
  const result = {
    ...fixtureRanking(),
    estimates: [{ run: "candidate", measure: "DCG@10", none }],
  };
  const { text, csv } = written(rankedRuns, result);
  expect(text).toContain("candidate, DCG@10: No user counts.");
  expect(csv).toEqual([
    expect.objectContaining({ code: "zeroDenominator", message: "No user counts." }),
  ]);
});
