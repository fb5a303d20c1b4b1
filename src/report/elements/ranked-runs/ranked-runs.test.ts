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

it("shows a value without an interval, both ends of one that is cut, and no best run where none is", () => {
  const noInterval = reason("noJackknifeError", "No error is known.");
  const cut = { value: 0.1, users: 3, skipped: 0, se: 0.1, interval: [0, 0.3] as const };
  const whole = fixtureRanking();
  const { text, csv } = written(rankedRuns, {
    ...whole,
    measures: whole.measures.map((each) => ({ ...each, higherIsBetter: false })),
    estimates: [
      { run: "production", measure: "nDCG@10", value: 0.5, users: 3, skipped: 0, noInterval },
      { run: "candidate", measure: "nDCG@10", value: 0.5, users: 3, skipped: 0, noInterval },
      { run: "candidate", measure: "DCG@10", ...cut },
    ],
  });
  expect(text).toContain("Runs, highest first by nDCG@10");
  expect(text).toMatch(/production +0\.5000 /);
  expect(text).toContain("0.10 [0.00, 0.30]");
  expect(text).toContain("production, nDCG@10; candidate, nDCG@10: No error is known.");
  expect(csv[0]).toMatchObject({ value: 0.5, users: 3, code: "noJackknifeError" });
  expect(csv[0]).not.toHaveProperty("se");
});

it("says which means are not over the same users, also where as many count in each run", () => {
  const whole = fixtureRanking();
  const differences = whole.differences.map((row) =>
    row.measure === "DCG@10" && "users" in row ? { ...row, users: row.users - 1 } : row,
  );
  const oneLine = (result: typeof whole): string =>
    written(rankedRuns, result).text.replace(/\s+/g, " ");
  expect(oneLine({ ...whole, differences })).toContain(
    "The runs' means of DCG@10 are not over the same users",
  );
  expect(oneLine(whole)).not.toContain("not over the same users");
});
