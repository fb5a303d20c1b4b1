import type { Facts } from "../../errors.js";
import { finite } from "../../numeric/finite.js";
import { byDepthOf, depthsOf, preferenceOf } from "../alternative-by-depth.js";
import { errorOfModel } from "../alternatives.js";
import type { Check, Figure } from "../check.js";
import type { Comparison, Reestimate } from "../comparison.js";
import { establishedLevel, trigger } from "../decision-of.js";
import { one, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import type { JackknifeEstimate } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { ownCurve } from "../log-curve.js";
import { once } from "../once.js";
import { differenceUnder } from "../pairs-of-ranks.js";
import { preferenceByDepth } from "../preference.js";
import { reestimated } from "../shifted-by.js";
import { stoppingOf } from "../stopping-reward.js";
import { logTotals, tableOf } from "../tables.js";
import { differenceOf, loggedSums, shifted } from "../view-sums.js";

/** The reward-weighted curves of the gains, and of the losses where there are any. */
const curvesOf = ({ log, curve, reward }: Comparison, last: boolean, without?: number) =>
  curvesIn(log, curve, reward, last, without);

const curvesIn = once(
  (
    log: Comparison["log"],
    curve: Comparison["curve"],
    reward: string,
    last: boolean,
    without?: number,
  ) => {
    const depths = depthsOf({ log, curve }, without);
    const positive = byDepthOf({ log }, reward, "positiveSum", without);
    const all = byDepthOf({ log }, reward, "sum", without);
    const loss = Float64Array.from(positive.rewards, (value, at) => value - (all.rewards[at] ?? 0));
    const up = preferenceByDepth(depths, positive, last).curve;
    const down = loss.some((value) => value > 0)
      ? preferenceByDepth(depths, { depths: all.depths, rewards: loss }, last).curve
      : undefined;
    return { up, down };
  },
);

/** The difference by Δ_H of the positive part, less that of the negative part where there is one. */
function underPreference(comparison: Comparison, last: boolean, without?: number): number {
  const { n } = logTotals(comparison.log, without);
  const { up, down } = curvesOf(comparison, last, without);
  const own = ownCurve(comparison, without);
  const logged = loggedSums(comparison, without);
  return differenceOf(
    comparison,
    ({ cells, rows, rewards }) => {
      const pairs = totalOf(tableOf(rewards, comparison.reward), without);
      const gains = differenceUnder(up, cells, pairs.positiveSum, n);
      const losses = pairs.positiveSum.map((value, at) => value - (pairs.sum[at] ?? 0));
      const lost = down === undefined ? 0 : differenceUnder(down, cells, losses, n);
      const weight = differenceUnder(own, cells, totalOf(rows, without).rows, n);
      return shifted(logged, { reward: gains - lost, weight });
    },
    without,
  );
}

/** b of rate ∝ depth^b: 0 where taste does not go with depth. */
function slopeFigure({ value, se, df }: JackknifeEstimate): Figure {
  const error = df > 0 && Number.isFinite(se) ? ` ± ${se.toFixed(2)}` : "";
  const words = `no evidence (rate ∝ depth^${value.toFixed(2)}${error})`;
  return { value: finite(value), se: finite(se), unit: "exponent", words };
}

export const tasteWithDepth: Check = defineCheck({
  code: "tasteWithDepth",
  title: "deeper sessions earn more per view",
  purpose:
    "Sessions that go deeper may also earn more at every rank, which the position-based model mistakes for position bias.",
  spoilsOthers: false,
  needs: ["views", "targetRanks"],
  reestimate(comparison: Comparison): Reestimate | undefined {
    const { stops, slope } = preferenceShown(comparison);
    if (!(Math.abs(slope.t) > trigger)) return undefined;
    const { difference, se, shift } = reestimated(comparison, (without) =>
      underPreference(comparison, !stops, without),
    );
    return {
      ...{ difference, se, shift },
      errs: errorOfModel(comparison, difference),
      hasSign: true,
      isEstablished: slope.p < establishedLevel(comparison) / 2,
      says: `Sessions that go deeper also earn ${slope.value > 0 ? "more" : "less"} ${comparison.reward} a view (rate ∝ depth^${slope.value.toFixed(2)}); allowing for that by a simple model the difference is`,
      instead: "as the study estimates it",
      facts: slopeFacts(slope),
    };
  },
  read(comparison: Comparison) {
    const { stops, reward, slope } = preferenceShown(comparison);
    const message = stops
      ? `Tested in the rows above the last ones only, since it is established that ${one(reward)} ends or prolongs sessions: no evidence there (rate ∝ depth^${slope.value.toFixed(2)}).`
      : `${comparison.reward} shows no evidence of depending on depth (rate ∝ depth^${slope.value.toFixed(2)}).`;
    const figures = { tipping: shiftThatFlips(comparison), measured: slopeFigure(slope) };
    return { ...figures, message, facts: slopeFacts(slope) };
  },
});

/** The slope of all rows, of those above the last ones where a reward ends sessions. */
function preferenceShown(comparison: Comparison) {
  const { reward, ratio } = stoppingOf(comparison);
  const stops = ratio.p < establishedLevel(comparison) / 2;
  return { stops, reward, slope: preferenceOf(comparison, !stops) };
}

const slopeFacts = ({ value, se, t }: JackknifeEstimate): Facts => ({
  slope: value,
  slopeSe: finite(se),
  slopeT: finite(t),
});
