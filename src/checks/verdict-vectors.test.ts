import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bonferroni } from "../inference/adjustments/table.js";
import { varianceUnder, welchDf } from "../inference/clusters.js";
import { liftInterval } from "../inference/difference.js";
import { acceptedAround, narrowed } from "../inference/inversion.js";
import { restrictedVariance } from "../inference/restricted-variance.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import { measuredCurve } from "./measured-curve.js";
import { assumedReward, missingViews } from "./missing-views.js";
import { ranksAmongViewed } from "./moved-last-rows.js";
import { differenceUnder, type RankCells } from "./pairs-of-ranks.js";
import { curveOfLevels, preferenceByDepth } from "./preference.js";
import { cascadeShift, continuationRatio } from "./stopping.js";

// biome-ignore lint/suspicious/noExplicitAny: vectors are of many shapes
type Vector = { name: string; inputs: any; expected: any; tolerance: number };
const vectors: readonly Vector[] = JSON.parse(readFileSync("test/vectors/verdict.json", "utf8"));
const vector = (name: string): Vector => {
  const found = vectors.find((each) => each.name === `verdict.${name}`);
  if (found === undefined) throw new Error(name);
  return found;
};
function near(got: unknown, wanted: unknown, tolerance: number): void {
  if (typeof wanted === "number") {
    expect(Math.abs(Number(got) - wanted)).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(wanted)),
    );
  } else if (Array.isArray(wanted)) {
    const list = Array.from(got as ArrayLike<number>);
    expect(list).toHaveLength(wanted.length);
    for (const [at, each] of wanted.entries()) near(list[at], each, tolerance);
  } else expect(got).toEqual(wanted);
}

describe("the independent numbers of the verdict's arithmetic", () => {
  it("missing views by slot", () => {
    const { inputs, expected, tolerance } = vector("missingViews");
    const rows: number[][] = inputs.rows.map((row: (number | null)[]) =>
      row.map((each) => each ?? 0),
    );
    const cells: RankCells = { rank: rows.map(([r = 0]) => r), target: rows.map(([, s = 0]) => s) };
    const counts = rows.map(([, , x = 0]) => x);
    const views = [1, 2, 3].map((rank) =>
      rows.reduce((sum, [r, , x = 0]) => sum + (r === rank ? x : 0), 0),
    );
    const curve = measuredCurve({ n: inputs.n, views, continuable: views });
    const rates = views.map((count) => count / inputs.n);
    const found = missingViews(curve, cells, counts, inputs.n, rates);
    near(found.filled, expected.filledBySlot, tolerance);
    near(found.bySlot, expected.missingBySlot, tolerance);
    near(found.missing, expected.missing, tolerance);
    near(
      rates.reduce((a, b) => a + b),
      expected.viewsPerTrajectory,
      tolerance,
    );
  });

  it("the most that a view is assumed to earn", () => {
    const { inputs, expected, tolerance } = vector("tipping");
    const { difference, missing, meanRewardPerView: mean } = inputs;
    const { lo, hi } = assumedReward({
      least: inputs.rewardMin,
      most: inputs.rewardMax,
      meanPositive: mean,
      meanNegative: 0,
    });
    near(hi, expected.assumedHigh, tolerance);
    near(
      [difference + missing * lo, difference + missing * hi],
      [expected.boundLow, expected.boundHigh],
      tolerance,
    );
  });

  it("the measured curve and the difference under it", () => {
    const { inputs, expected, tolerance } = vector("measuredCurve");
    const rows: number[][] = inputs.rows;
    const views = [1, 2, 3].map((rank) => rows.filter(([, r]) => r === rank).length);
    const curve = measuredCurve({ n: inputs.n, views, continuable: views }, undefined, 1);
    near(curve, expected.curve, tolerance);
    const cells = { rank: rows.map(([, r = 0]) => r), target: rows.map(([, , s = 0]) => s) };
    const difference = differenceUnder(
      curve,
      cells,
      rows.map(([, , , c = 0]) => c),
      inputs.n,
    );
    near(difference, expected.difference, tolerance);
  });

  it.each(["zeroHeavyCell", "allPositive", "capped", "marks"])(
    "restricted variance: %s",
    (name) => {
      const { inputs, expected, tolerance } = vector(`restrictedVariance.${name}`);
      const cells = {
        rows: inputs.rows,
        rewarded: inputs.rewarded,
        sum: inputs.sumC ?? inputs.rewarded,
        squares: inputs.sumC2 ?? inputs.rewarded,
        weight: inputs.weight.map((w: number) => w - inputs.baseWeight),
      };
      const sum = cells.sum.reduce((s: number, c: number, k: number) => s + c * cells.weight[k], 0);
      near(sum, expected.sum, tolerance);
      const found = restrictedVariance(cells, -sum, 1);
      near(found.rates, expected.lambda_, tolerance);
      near(found.poisson, expected.poissonVariance, tolerance);
      near(found.restricted, expected.restrictedVariance, tolerance);
      if (expected.df !== undefined) {
        near(found.effective, expected.effectiveRewarded, tolerance);
        near(found.df, expected.df, tolerance);
      }
    },
  );

  it("taste by depth", () => {
    const { inputs, expected, tolerance } = vector("tasteCurve");
    const depths = { trajectories: inputs.depthShares, atEnd: [0, 0, 0, inputs.depthShares[3]] };
    const rewards = [0, 1, 2, 3].flatMap((k) =>
      [0, 1, 2, 3].map((r) => inputs.rewardByRankAndDepth[r][k]),
    );
    const { levels, curve } = preferenceByDepth(depths, { depths: 4, rewards });
    near(
      levels.map((level) => level / (levels[0] ?? 1)),
      expected.phiByDepth,
      1e-9,
    );
    near(curve, expected.rewardWeightedCurve, 1e-9);
    const pooled = curveOfLevels(depths, [1, 1, 1, 1]);
    near(pooled, expected.pooledCurve, tolerance);
    const cells = { rank: [1, 2, 3, 4], target: inputs.targetRank };
    const byRank = [0, 1, 2, 3].map((r) =>
      inputs.rewardByRankAndDepth[r].reduce((a: number, b: number) => a + b),
    );
    near(differenceUnder(pooled, cells, byRank, 1), expected.differencePooled, tolerance);
    near(differenceUnder(curve, cells, byRank, 1), expected.differenceTaste, tolerance);
  });

  it("the shift where a reward ends sessions", () => {
    const { inputs, expected, tolerance } = vector("cascadeShift");
    const { atRiskRewarded, atRiskUnrewarded, stopsRewarded, stopsUnrewarded } = inputs;
    const less = (a: number[], b: number[]) => a.map((each, at) => each - (b[at] ?? 0));
    const goOn = [
      less(atRiskUnrewarded, stopsUnrewarded),
      less(atRiskRewarded, stopsRewarded),
    ] as const;
    const kappa = continuationRatio({ atRisk: [atRiskUnrewarded, atRiskRewarded], goOn });
    near(kappa, expected.kappa, tolerance);
    const pooled = goOn[0].map((each, at) => {
      const risk = atRiskUnrewarded[at] + atRiskRewarded[at];
      return risk === 0 ? 0 : (each + (goOn[1][at] ?? 0)) / risk;
    });
    const q: number[] = inputs.rewardByRank;
    const target = inputs.targetRank.map(
      (_: number, slot: number) => q[inputs.targetRank.indexOf(slot + 1)],
    );
    const shift = cascadeShift(
      { reward: q, stopping: q },
      { reward: target, stopping: target },
      pooled,
      kappa,
    );
    near(shift, expected.shift, tolerance);
  });

  it("ranks among the viewed", () => {
    const { inputs, expected, tolerance } = vector("ranksAmongViewed");
    const found = ranksAmongViewed({
      stops: inputs.stops,
      goOn: inputs.continues,
      downAmongGoOn: inputs.downAmongContinues,
      downAmongStops: inputs.downAmongStops,
    });
    near(found.expected, expected.expected, tolerance);
    near(found.upper, expected.upper975, tolerance);
    expect(found.fires).toBe(expected.fires);
  });

  it("degrees of freedom of unequal clusters, and of several loggers", () => {
    const { inputs, expected, tolerance } = vector("clusters");
    const found = varianceUnder(
      { sizes: inputs.sizes, sums: inputs.sumsAboutMean },
      inputs.sigma2,
      inputs.tau2,
    );
    near(found.variance, expected.variance, tolerance);
    near(found.df, expected.df, tolerance);
    near(found.factors, expected.factors, tolerance);
    const welch = vector("welch");
    const parts = welch.inputs.variances.map((variance: number, at: number) => ({
      variance,
      df: welch.inputs.df[at],
    }));
    near(welchDf(parts), welch.expected.df, welch.tolerance);
  });

  it("Fieller's interval, in closed form and by inversion of the test", () => {
    const { inputs, expected, tolerance } = vector("fieller");
    near(liftInterval(inputs, inputs.t), expected.interval, tolerance);
    const { difference, baseline, varDifference, varBaseline, covariance, t } = inputs;
    const excess = (lift: number): number =>
      Math.abs(difference - lift * baseline) -
      t * Math.sqrt(varDifference - 2 * lift * covariance + lift ** 2 * varBaseline);
    const ends = acceptedAround(excess, difference / baseline, 0.5);
    near(ends && narrowed(ends), expected.interval, tolerance);
  });

  it("the level of a family", () => {
    const { inputs, expected, tolerance } = vector("family");
    const { candidates, identicalToBaseline, rewards, feeds, alpha } = inputs;
    const compared = candidates.filter((name: string) => !identicalToBaseline.includes(name));
    const lines = compared.length * rewards * feeds;
    expect(lines).toBe(expected.lines);
    const level = 1 - (bonferroni.level?.(1 - alpha, lines) ?? 0);
    near(level, expected.level, tolerance);
    near(tQuantile(1 - level / 2, Infinity), expected.z, tolerance);
  });
});
