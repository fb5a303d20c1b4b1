import type { Facts } from "../../errors.js";
import type { Danger, Figure } from "../danger.js";
import { one, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import type { JackknifeEstimate } from "../jackknife.js";
import { defineDanger } from "../judged.js";
import { establishedLevel, type Line, trigger } from "../line.js";
import { once } from "../once.js";
import { differenceUnder } from "../pairs-of-ranks.js";
import { finite, ownCurve, tableOf } from "../reading.js";
import { byDepthOf, depthsOf, tasteOf } from "../reading-by-depth.js";
import { errorOfModel, type Read } from "../readings.js";
import { reestimated } from "../shifted-by.js";
import { stoppingOf } from "../stopping-reward.js";
import { logTotals } from "../tables.js";
import { tasteByDepth } from "../taste.js";
import { differenceOf, loggedSums, shifted } from "../view-sums.js";

/** The reward-weighted curves of the gains, and of the losses where there are any. */
const curvesOf = (line: Line, last: boolean, without?: number) =>
  once(line.log, `taste curves of ${line.reward} ${last} ${without}`, () => {
    const depths = depthsOf(line, without);
    const positive = byDepthOf(line, line.reward, "positiveSum", without);
    const all = byDepthOf(line, line.reward, "sum", without);
    const loss = Float64Array.from(positive.rewards, (value, at) => value - (all.rewards[at] ?? 0));
    const up = tasteByDepth(depths, positive, last).curve;
    const down = loss.some((value) => value > 0)
      ? tasteByDepth(depths, { depths: all.depths, rewards: loss }, last).curve
      : undefined;
    return { up, down };
  });

/** The difference by Δ_H of the positive part, less that of the negative part where there is one. */
function underTaste(line: Line, last: boolean, without?: number): number {
  const { n } = logTotals(line.log, without);
  const { up, down } = curvesOf(line, last, without);
  const own = ownCurve(line, without);
  const logged = loggedSums(line, without);
  return differenceOf(
    line,
    ({ cells, rows, rewards }) => {
      const pairs = totalOf(tableOf(rewards, line.reward), without);
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
  const words = `no sign (rate ∝ depth^${value.toFixed(2)}${error})`;
  return { value: finite(value), se: finite(se), unit: "exponent", words };
}

export const tasteWithDepth: Danger = defineDanger({
  code: "tasteWithDepth",
  title: "taste goes with depth",
  purpose:
    "Sessions that go deeper may also earn more at every rank, which the position-based model takes for position bias.",
  spoilsOthers: false,
  needs: ["views", "targetRanks"],
  reestimate(line: Line): Read | undefined {
    const { stops, slope } = tasteShown(line);
    if (!(Math.abs(slope.t) > trigger)) return undefined;
    const { difference, se, shift } = reestimated(line, (without) =>
      underTaste(line, !stops, without),
    );
    return {
      ...{ difference, se, shift },
      errs: errorOfModel(line, difference),
      hasSign: true,
      isEstablished: slope.p < establishedLevel(line) / 2,
      says: `Sessions that go deeper also earn ${slope.value > 0 ? "more" : "less"} ${line.reward} a view (rate ∝ depth^${slope.value.toFixed(2)}); allowing for that by a simple model the difference is`,
      instead: "as the study has it",
      facts: slopeFacts(slope),
    };
  },
  read(line: Line) {
    const { stops, reward, slope } = tasteShown(line);
    const message = stops
      ? `Looked at in the rows above the last ones only, since it is established that ${one(reward)} ends or prolongs sessions: no sign there (rate ∝ depth^${slope.value.toFixed(2)}).`
      : `${line.reward} shows no sign of going with depth (rate ∝ depth^${slope.value.toFixed(2)}).`;
    const figures = { tipping: shiftThatFlips(line), measured: slopeFigure(slope) };
    return { ...figures, message, facts: slopeFacts(slope) };
  },
});

/** The slope of all rows, of those above the last ones where a reward ends sessions. */
function tasteShown(line: Line) {
  const { reward, ratio } = stoppingOf(line);
  const stops = ratio.p < establishedLevel(line) / 2;
  return { stops, reward, slope: tasteOf(line, !stops) };
}

const slopeFacts = ({ value, se, t }: JackknifeEstimate): Facts => ({
  slope: value,
  slopeSe: finite(se),
  slopeT: finite(t),
});
