import { expect, it } from "vitest";
import { fixtureRanking } from "../../../../test/fixture/fixture-ranking.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
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

it("says of whom a difference is, and shows one without an interval", () => {
  const whole = fixtureRanking();
  const [first, second] = whole.differences;
  if (first === undefined || second === undefined) throw new Error("no differences");
  const noInterval = reason("noJackknifeError", "No error is known.");
  const { run, baseline, measure } = second;
  const bare = { run, baseline, measure, value: -0.25, users: 3, noInterval };
  const { text, csv } = written(runDifferences, {
    ...whole,
    differences: [{ ...first, users: 1 }, bare],
    measures: whole.measures.map((each) => ({ ...each, higherIsBetter: false })),
  });
  expect(text).toContain(
    "candidate, nDCG@10: the difference is over the 1 users who count in both",
  );
  expect(text).toContain("candidate, DCG@10: No error is known.");
  expect(text).toMatch(/DCG@10 +-0\.2500 +none/);
  expect(text).toContain("higher / lower / same");
  expect(csv[1]).toMatchObject({ value: -0.25, users: 3, code: "noJackknifeError" });
  expect(csv[1]).not.toHaveProperty("p");
});
