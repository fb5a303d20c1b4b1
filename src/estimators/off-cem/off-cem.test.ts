import { describe, expect, it } from "vitest";
import {
  agreeOnCandidates,
  askOffered,
  candidateLog,
  displayedOf,
} from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("offCem", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnCandidates(
      ["offCem"],
      (candidates) =>
        total(
          candidates.map(({ isViewed, cluster, reward, prediction, target }) => {
            const own = candidates.filter((each) => each.cluster === cluster);
            const w =
              total(own.map((each) => each.target)) / total(own.map((each) => each.logging));
            return target * prediction + (isViewed ? w * (reward - prediction) : 0);
          }),
        ),
      { cluster: "kind" },
    );
    expect(compared).toBeGreaterThanOrEqual(70);
  });

  it("is dr where every item is a cluster of its own", async () => {
    const rows = displayedOf(candidateLog("dr"));
    const { estimates } = await askOffered(rows, ["dr", "offCem"], { cluster: "item" });
    const of = (estimator: string) =>
      estimates.flatMap((row) =>
        row.estimator === estimator && "value" in row ? [row.value, row.se] : [],
      );
    expect(of("dr").length).toBeGreaterThan(8);
    of("offCem").forEach((value, i) => {
      expect(value).toBeCloseTo(of("dr")[i] ?? Number.NaN, 11);
    });
  });

  it("says what it lacks", async () => {
    const rows = candidateLog("lacks");
    const { estimates } = await askOffered(rows, ["offCem"]);
    const reasons = estimates.flatMap((row) => ("none" in row ? [row.none] : []));
    expect(reasons[0]).toMatchObject({
      code: "clustersUnknown",
      facts: { missing: "log.cluster" },
    });
  });
});
