import { describe, expect, it } from "vitest";
import {
  agreeOnCandidates,
  askOffered,
  candidateLog,
  displayedOf,
} from "../../../test/fixture/candidate-log.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { total } from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { readStudy } from "../../study/read-study.js";

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
    const rows = displayedOf(candidateLog("ips"));
    const result = await askOffered(rows, ["ips", { dr: { treatment: "expected" } }]);
    const key = { policy: "same", reward: "like", estimand: "perTrajectory" } as const;
    const [ips, own] = ["ips", "dr"].map((estimator) => estimateOf(result, { ...key, estimator }));
    expect(own?.value).toBeCloseTo(ips?.value ?? Number.NaN, 12);
  });

  it("counts candidates that a drawn list does not hold, by the exposures that are logged", async () => {
    const rows = [1, 0, 1].flatMap((like, session) => [
      { session, item: "a", place: 1, like, viewed: true, e0: 0.6, e1: 0.3, q: 0.2 },
      { session, item: "b", place: null, like: null, viewed: false, e0: 0.4, e1: 0.7, q: 0.5 },
    ]);
    const { estimates } = await evaluate(
      readStudy({
        log: {
          source: { rows },
          trajectory: "session",
          item: "item",
          rank: "place",
          rows: "offered",
          viewed: "viewed",
          rewards: { like: { column: "like", prediction: "q" } },
          exposure: { column: "e0", curve: { table: [1, 0.5] } },
        },
        policies: { drawn: { exposure: "e1" } },
        estimators: [{ dr: { treatment: "expected" } }],
      }),
    );
    const found = estimates.find(({ policy }) => policy === "drawn");
    const direct = 0.3 * 0.2 + 0.7 * 0.5;
    expect(found).toMatchObject({
      value: expect.closeTo(direct + (0.3 / 0.6) * (2 / 3 - 1 * 0.2), 12),
    });
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
