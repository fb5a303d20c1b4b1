import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { sortedIdeal } from "../../../test/fixture/ideal.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { at, ratioReference, total } from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";

/** ΣDCG/ΣiDCG over all trajectories, ψ = (DCG − pn·iDCG)/mean iDCG. */
function reference({ trajectories, reward, parameters, targetRank, slots }: ReferenceRequest) {
  const clip = typeof parameters.clip === "number" ? parameters.clip : Infinity;
  const each = trajectories.map((trajectory) => {
    const gains = trajectory.items.map(
      (item) =>
        item.reward(reward) *
        (parameters.gain === "c" ? 1 : Math.min(clip, 1 / at(table, item.rank))),
    );
    const dcg = trajectory.items.map((item, i) => (gains[i] ?? 0) * at(table, targetRank(item)));
    return {
      dcg: total(dcg),
      ideal: sortedIdeal(gains, table, slots(trajectory) ?? table.length),
    };
  });
  return ratioReference(
    each.map(({ dcg }) => dcg),
    each.map(({ ideal }) => ideal),
    trajectories,
  );
}

const variants = ["pndcg", { pndcg: { gain: "c" } }, { pndcg: { clip: 2 } }];

describe("pndcg", () => {
  it.each(cases)("agrees with its reference: $name", async (each) => {
    const study = { log: { rewards: { like: "like", watch: "watch" } } };
    const log = { ...each.log, ...study.log };
    expect(await agreeWith({ ...each, log }, variants, reference)).toBeGreaterThanOrEqual(
      3 * 4 * 2,
    );
  });

  it("orders policies as dcg of the same gains does, being dcg over one ideal", async () => {
    const study = smallStudy({ estimators: ["dcg", "pndcg"] });
    const result = await evaluateRows(study, randomLog("order", { notShown: 0.2 }));
    const ratio = (policy: string): number => {
      const key = { policy, reward: "like" };
      const dcg = estimateOf(result, { ...key, estimator: "dcg" });
      return dcg.value / estimateOf(result, { ...key, estimator: "pndcg" }).value;
    };
    expect(ratio("a")).toBeCloseTo(ratio("b"), 9);
    expect(ratio("logged")).toBeCloseTo(ratio("b"), 9);
  });

  it("has no answer where no trajectory has a gain", async () => {
    const rows = randomLog("none").map((row) => ({ ...row, like: 0 }));
    const { estimates } = await evaluateRows(smallStudy({ estimators: ["pndcg"] }), rows);
    const own = estimates.filter(({ reward }) => reward === "like");
    expect(own).toHaveLength(4);
    for (const row of own) expect(row).toMatchObject({ none: { code: "zeroDenominator" } });
  });
});
