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
    expect(await codesOf(["dm", "dr", "cab"], fit)).toEqual([
      expect.objectContaining({ facts: { reward: "like", estimators: "dm, cab" } }),
    ]);
    expect(await codesOf(["dm"], "q_like")).toEqual([]);
    expect(await codesOf(["dr"], fit)).toEqual([]);
  });
});
