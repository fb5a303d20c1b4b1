import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import {
  at,
  average,
  clusteredError,
  type Reference,
  ratioReference,
  total,
} from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

/** ΣA/ΣB, times T̄ (or Σ p_r of the known curve) per trajectory with ψ = T̄(A − θB)/B̄ + θ(T − T̄). */
function reference(asked: ReferenceRequest): Reference {
  const { trajectories, reward, estimand, targetRank, parameters, slots } = asked;
  const weighted = (
    value: (item: Parameters<ReferenceRequest["targetRank"]>[0]) => number,
  ): number[] =>
    trajectories.map(({ items }) =>
      total(
        items.map((item) => (value(item) * at(table, targetRank(item))) / at(table, item.rank)),
      ),
    );
  const a = weighted((item) => item.reward(reward));
  const b = weighted(() => 1);
  const ratio = ratioReference(a, b, trajectories);
  if (parameters.scale === "curve" && estimand === "perTrajectory") {
    const mu = trajectories.map((each) => total(table.slice(0, slots(each))));
    const views = average(mu);
    const psi = a.map(
      (each, i) =>
        (views * (each - ratio.value * (b[i] ?? 0))) / average(b) +
        ratio.value * ((mu[i] ?? 0) - views),
    );
    return { value: views * ratio.value, se: clusteredError(psi, trajectories), n: a.length };
  }
  if (estimand === "perImpression") return ratio;
  const t = trajectories.map(({ items }) => items.length);
  const views = average(t);
  const psi = a.map(
    (each, i) =>
      (views * (each - ratio.value * (b[i] ?? 0))) / average(b) +
      ratio.value * ((t[i] ?? 0) - views),
  );
  return { value: views * ratio.value, se: clusteredError(psi, trajectories), n: a.length };
}

describe("snips", () => {
  it.each(cases)("agrees with its reference: $name", async (each) => {
    const asked = [{ snips: { scale: ["observed", "curve"] } }];
    expect(await agreeWith(each, asked, reference)).toBeGreaterThanOrEqual(2 * 4 * 6);
  });

  it("gives the online mean where the target is the displayed rank", async () => {
    const study = smallStudy({
      estimators: ["mean", "snips"],
      estimands: ["perTrajectory", "perImpression"],
    });
    const result = await evaluateRows(study, randomLog("identity"));
    for (const estimand of ["perTrajectory", "perImpression"] as const) {
      const key = { reward: "like", estimand };
      const mean = estimateOf(result, { ...key, estimator: "mean" });
      for (const policy of ["logged", "same"]) {
        const own = estimateOf(result, { ...key, policy, estimator: "snips" });
        expect(own.value).toBeCloseTo(mean.value, 14);
        expect(own.se).toBeCloseTo(mean.se, 14);
      }
    }
  });

  it("follows a shift and a scaling of the rewards per impression", async () => {
    const rows = randomLog("shift", { notShown: 0.2 });
    const study = smallStudy({ estimators: ["snips"], estimands: ["perImpression"] });
    const before = await evaluateRows(study, rows);
    const moved = rows.map((row): Row => ({ ...row, watch: 4 * Number(row.watch) + 1024 }));
    const after = await evaluateRows(study, moved);
    const key = { policy: "a", reward: "watch" };
    expect(estimateOf(after, key).value).toBeCloseTo(4 * estimateOf(before, key).value + 1024, 7);
    expect(estimateOf(after, key).se).toBeCloseTo(4 * estimateOf(before, key).se, 7);
  });

  it("has no answer where the policy shows nothing that was viewed", async () => {
    const rows = randomLog("nothing").map((row): Row => ({ ...row, rank_a: null }));
    const { estimates } = await evaluateRows(smallStudy({ estimators: ["snips", "dcg"] }), rows);
    for (const row of estimates.filter(({ policy }) => policy === "a")) {
      if (row.estimator === "dcg") expect(row).toMatchObject({ value: 0, se: 0 });
      else expect(row).toMatchObject({ none: { code: "zeroDenominator" } });
    }
  });
});
