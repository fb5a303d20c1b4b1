import { describe, expect, it } from "vitest";
import { answeredRow, resultScope } from "../../../test/fixture/scopes.js";
import { skippedTrajectories } from "./skipped-trajectories.js";

const row = (usable: number | null, policy = "logged") =>
  answeredRow({ policy, estimator: "ndcg", label: "ndcg(curve, qhat)", usable });
const found = (...estimates: readonly ReturnType<typeof row>[]) =>
  skippedTrajectories.ofResult?.(resultScope({ estimates }));

describe("skipped trajectories", () => {
  it.each([
    [100, 0, "ok"],
    [50, 0.5, "ok"],
    [49, 0.51, "watch"],
  ] as const)("%i usable of 100 skip a share of %f: %s", (usable, statistic, severity) => {
    expect(found(row(usable))).toMatchObject([{ severity, statistic, estimator: "ndcg" }]);
  });

  it("are told once, by the baseline, and only where an estimator skips", () => {
    expect(found(row(10), row(10, "candidate"))).toHaveLength(1);
    expect(found(row(null))).toEqual([]);
  });
});
