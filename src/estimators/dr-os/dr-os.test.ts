import { describe, expect, it } from "vitest";
import { agreeOnCandidates, answersWithoutLimit } from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("drOs", () => {
  it("agrees with its reference", async () => {
    const asked = [{ drOs: { shrinkage: [0.5, 2], shape: ["optimistic", "pessimistic"] } }];
    const compared = await agreeOnCandidates(asked, (candidates, { shrinkage, shape }) =>
      total(
        candidates.map(({ isViewed, logging, target, reward, prediction }) => {
          const w = target / logging;
          const lambda = Number(shrinkage);
          const optimistic = (lambda * w) / (w * w + lambda);
          const used = shape === "optimistic" ? optimistic : Math.min(w, lambda);
          return target * prediction + (isViewed ? used * (reward - prediction) : 0);
        }),
      ),
    );
    expect(compared).toBeGreaterThanOrEqual(4 * 70);
  });

  it.each(["optimistic", "pessimistic"])("is dr to the last bit where λ = ∞: %s", async (shape) => {
    const asked = { drOs: { shrinkage: "inf", shape } };
    const { without, other } = await answersWithoutLimit(asked, "dr");
    expect(without).toEqual(other);
  });
});
