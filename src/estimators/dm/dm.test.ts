import { describe, expect, it } from "vitest";
import {
  agreeOnCandidates,
  askOffered,
  candidateLog,
} from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("dm", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnCandidates(["dm"], (candidates) =>
      total(candidates.map(({ target, prediction }) => target * prediction)),
    );
    expect(compared).toBeGreaterThanOrEqual(70);
  });

  it("warns that its error leaves out that of predictions that were fitted on the log", async () => {
    const rows = candidateLog("fitted");
    const codesOf = async (estimators: readonly unknown[], prediction: unknown) => {
      const rewards = { like: { column: "like", prediction, missing: 0 } };
      const { warnings } = await askOffered(rows, estimators, { item: "item", rewards });
      return warnings.filter(({ code }) => code === "fittedPredictions");
    };
    const fit = { fit: "itemMean" };
    const limited = [
      { cab: { limit: 0.5 } },
      { switchDr: { limit: 0.5 } },
      { drOs: { shrinkage: 2 } },
    ];
    expect(await codesOf(["dm", "dr", ...limited], fit)).toEqual([
      expect.objectContaining({
        facts: {
          reward: "like",
          estimators: "dm, cab(limit 0.5), switchDr(limit 0.5), drOs(shrinkage 2)",
        },
      }),
    ]);
    const shape = "pessimistic";
    const corrected = [
      { cab: { limit: 1e6 } },
      { switchDr: { limit: 1e6 } },
      { drOs: { shrinkage: 1e6, shape } },
    ];
    expect(await codesOf(corrected, fit)).toEqual([]);
    expect(await codesOf(["dm"], "q_like")).toEqual([]);
    expect(await codesOf(["dr"], fit)).toEqual([]);
  });
});
