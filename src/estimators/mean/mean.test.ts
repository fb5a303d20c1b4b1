import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { referenceOf, total } from "../../../test/fixture/reference.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";

/** The summed reward of every trajectory (paper, Eq. (2)). */
function reference({ trajectories, reward, estimand }: ReferenceRequest) {
  const z = trajectories.map(({ items }) => total(items.map((item) => item.reward(reward))));
  return referenceOf(z, trajectories, estimand);
}

describe("mean", () => {
  it.each(cases)("agrees with its reference: $name", async (each) => {
    const rows = await agreeWith(each, ["mean"], reference);
    expect(rows).toBeGreaterThanOrEqual(6);
  });

  it("answers for the policy that wrote the log and for no other, were it the same ranking", async () => {
    const policies = { twin: { rank: "position" }, a: { rank: "rank_a" } };
    const study = smallStudy({ policies, estimators: ["mean", "dcg"] });
    const { estimates, differences } = await evaluateRows(study, randomLog("logged"));
    const means = estimates.filter(({ estimator }) => estimator === "mean");
    expect(means.map(({ policy }) => policy)).toEqual(["logged", "logged", "logged"]);
    expect(differences.filter(({ estimator }) => estimator === "mean")).toEqual([]);
  });
});
