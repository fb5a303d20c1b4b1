import type { Danger, Finding } from "../danger.js";
import { totalOf } from "../grouped-sums.js";
import { callOf, type Line } from "../line.js";
import { assumedReward, tippingFactor } from "../missing-views.js";
import { sum } from "../reading.js";
import { type Support, supportOf } from "../seen-missing.js";
import { logTotals } from "../tables.js";

/** What the missing views are assumed to earn. */
function assumedOf(line: Line, views: number): { readonly lo: number; readonly hi: number } {
  if (line.unlogged !== undefined) return { lo: line.unlogged.min, hi: line.unlogged.max };
  const tables = line.log.rewards[line.reward];
  if (tables === undefined) throw new RangeError(`No table of the reward ${line.reward}.`);
  const totals = totalOf(tables.byDepth);
  const positive = sum(totals.positiveSum);
  return assumedReward({
    least: tables.least,
    most: tables.most,
    meanPositive: positive / views,
    meanNegative: (positive - sum(totals.sum)) / views,
  });
}

const percent = (share: number): string => `${(100 * share).toPrecision(2).replace(/\.0$/, "")} %`;

/** What is seen to be missing of the baseline's views, where it is not the logging policy. */
function supportOfBase({ shows: _, ...line }: Line): Pick<Support, "seen" | "seenSe"> {
  return line.base === undefined ? { seen: 0, seenSe: 0 } : supportOf(line, line.base);
}

export const support: Danger = {
  code: "support",
  title: "items the log does not hold",
  purpose:
    "Bounds what views of items that the log does not hold could change: the call must stand for every reward of these views in the assumed range.",
  spoilsOthers: false,
  examine(line): Finding {
    const found = supportOf(line);
    const ofBase = supportOfBase(line);
    const { n, views } = logTotals(line.log);
    const total = sum(views.views);
    const perView = sum(totalOf(line.log.rewards[line.reward]?.byDepth ?? noTable).sum) / total;
    const { lo, hi } = assumedOf(line, total);
    const share = found.seen / found.viewsPerTrajectory;
    const tipping = tippingFactor(line.difference, found.seen, perView);
    const facts = {
      missingViews: found.seen,
      share,
      slot: found.slot,
      filled: found.filled,
      tippingFactor: Number.isFinite(tipping) ? tipping : null,
      assumed: [lo, hi],
      range: [line.difference + found.seen * lo, line.difference + found.seen * hi],
      trajectories: n,
      ...(line.base === undefined ? {} : { missingOfBaseline: ofBase.seen }),
    };
    if (found.seen === 0 && ofBase.seen === 0) {
      const message = `No view of ${line.candidate} is missing from the log.`;
      return { code: "support", effect: "none", binds: false, message, facts };
    }
    const call = callOf(line, line.difference, line.se);
    const [worst, worstOfBase] = line.difference < 0 ? [hi, lo] : [lo, hi];
    const difference = line.difference + found.seen * worst - ofBase.seen * worstOfBase;
    const se = Math.hypot(line.se, worst * found.seenSe, worstOfBase * ofBase.seenSe);
    const survives = call === 0 || callOf(line, difference, se) === call;
    const lacks = `${percent(share)} of the views of ${line.candidate} are of items that this log does not hold (slot ${found.slot} is filled in ${percent(found.filled)} of the lists).`;
    if (ofBase.seen > 0) {
      const shares = [found.seen, ofBase.seen].map((seen) =>
        percent(seen / found.viewsPerTrajectory),
      );
      const message = `${shares[0]} of the views of ${line.candidate} and ${shares[1]} of those of ${line.baseline} are of items that this log does not hold. If they earn what is assumed possible against the call (unlogged), the difference is ${difference.toPrecision(3)} instead of ${line.difference.toPrecision(3)}.`;
      const effect = survives ? "watch" : "cannotTell";
      return {
        code: "support",
        effect,
        binds: true,
        alternative: { difference, se },
        message,
        facts,
      };
    }
    const needed = -line.difference / found.seen;
    const flips = flipSentence(line, { needed, worst, perView, survives });
    return {
      code: "support",
      effect: survives ? "watch" : "cannotTell",
      binds: true,
      alternative: { difference, se },
      message: `${lacks} ${flips}`,
      facts,
    };
  },
};

/** At what reward of the missing views the order flips: in average views where these earn something. */
function flipSentence(
  { reward, unlogged }: Line,
  at: {
    readonly needed: number;
    readonly worst: number;
    readonly perView: number;
    readonly survives: boolean;
  },
): string {
  const { needed, worst, perView, survives } = at;
  const allowed = `${unlogged === undefined ? "is assumed possible" : "is what the study allows"} (unlogged)`;
  if (perView > 0 && needed > 0)
    return `The order flips if those views earn ${(needed / perView).toPrecision(2)} times the average ${reward}; up to ${(worst / perView).toPrecision(2)} times ${allowed}.`;
  if (survives && worst === 0) return "They cannot flip the order.";
  return `The order flips if those views earn ${needed.toPrecision(2)} each; ${worst.toPrecision(2)} ${allowed}.`;
}

const noTable = {
  cells: 0,
  groups: [
    { sum: new Float64Array(), positiveSum: new Float64Array(), rewarded: new Float64Array() },
  ],
};
