import { describe, expect, it } from "vitest";
import {
  agreeOnCandidates,
  askOffered,
  candidateLog,
} from "../../../test/fixture/candidate-log.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { total } from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";

describe("dr", () => {
  it("agrees with its reference", async () => {
    const asked = [{ dr: { treatment: ["observed", "expected"] } }];
    const compared = await agreeOnCandidates(asked, (candidates, { treatment }) =>
      total(
        candidates.map(({ isViewed, logging, target, reward, prediction }) => {
          const w = logging === 0 ? 0 : target / logging;
          const direct = target * prediction;
          if (treatment === "expected") {
            return direct - w * logging * prediction + (isViewed ? w * reward : 0);
          }
          return direct + (isViewed ? w * (reward - prediction) : 0);
        }),
      ),
    );
    expect(compared).toBeGreaterThanOrEqual(2 * 70);
  });

  it("is ips with expected views, where every candidate was displayed by a curve alone", async () => {
    const rows = candidateLog("ips").filter(({ position }) => position !== null);
    const result = await askOffered(rows, ["ips", { dr: { treatment: "expected" } }]);
    const key = { policy: "same", reward: "like", estimand: "perTrajectory" } as const;
    const [ips, own] = ["ips", "dr"].map((estimator) => estimateOf(result, { ...key, estimator }));
    expect(own?.value).toBeCloseTo(ips?.value ?? Number.NaN, 12);
  });

  it("says what it lacks, and what would do", async () => {
    const rows = randomLog("dr");
    const reasonsOf = async (log: Readonly<Record<string, unknown>>) => {
      const { estimates } = await evaluateRows(smallStudy({ log, estimators: ["dr"] }), rows);
      return estimates.map((row) => ("none" in row ? row.none : undefined));
    };
    const [noPrediction] = await reasonsOf({});
    expect(noPrediction).toMatchObject({
      code: "predictionMissing",
      facts: {
        missing: "log.rewards.prediction",
        instead: expect.arrayContaining(["dcg", "ips", "snips"]),
      },
    });
    const [noCandidates] = await reasonsOf({
      rewards: { like: { column: "like", prediction: "watch" } },
    });
    expect(noCandidates).toMatchObject({ code: "candidatesUnknown" });
    expect(noCandidates?.message).toContain("log.candidates");
  });

  it("refuses predictions that are missing where only a candidate lacks one", async () => {
    const rows = candidateLog("nulls").map((row) =>
      row.viewed === 0n && row.session === 3n ? { ...row, q_like: null } : row,
    );
    await expect(askOffered(rows, ["dr"])).rejects.toThrow(/prediction.*trajectory 3/s);
  });
});
