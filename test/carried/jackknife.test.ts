import { expect, it } from "vitest";
import type { Estimate } from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { askOffered, candidateLog } from "../fixture/candidate-log.js";

const rows = candidateLog("fitted", { trajectories: 48, users: 12 });
const estimators = ["dm", "dr", "mips"];
const log = { cluster: "kind", exposure: { curve: { fit: "geometric" } } };

async function answers(kept: typeof rows): Promise<readonly Estimate[]> {
  const { estimates } = await askOffered(kept, estimators, log);
  return estimates
    .map(restoreNumbers)
    .filter(
      (row): row is Estimate =>
        "value" in row &&
        row.policy === "a" &&
        row.reward === "like" &&
        row.estimand === "perTrajectory",
    );
}

it("sums over candidates, and over rows with those of their clusters, have the error of a curve fitted on the log, as the jackknife has it", async () => {
  const users = [...new Set(rows.map(({ user }) => user))];
  const whole = await answers(rows);
  expect(whole.map(({ estimator }) => estimator)).toEqual(estimators);
  const left = await Promise.all(
    users.map((user) => answers(rows.filter((row) => row.user !== user))),
  );
  whole.forEach((row, at) => {
    const values = left.map((each) => each[at]?.value ?? Number.NaN);
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const jackknife = Math.sqrt((squares * (users.length - 1)) / users.length);
    expect(Math.abs(row.se / jackknife - 1), row.estimator).toBeLessThan(0.25);
  });
}, 120_000);
