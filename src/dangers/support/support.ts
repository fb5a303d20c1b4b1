import { decimalsFor, showNumber } from "../../numeric/index.js";
import type { Danger, Figure, Finding } from "../danger.js";
import { figure } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { callOf, intervalOf, type Line } from "../line.js";
import { assumedReward, timesTheAverage, tippingFactor } from "../missing-views.js";
import { finite, sum, tableOf } from "../reading.js";
import { type Support, supportOf } from "../seen-missing.js";
import { logTotals } from "../tables.js";

/** What the missing views are assumed to earn. */
function assumedOf(line: Line, views: number): { readonly lo: number; readonly hi: number } {
  if (line.unlogged !== undefined) return { lo: line.unlogged.min, hi: line.unlogged.max };
  const tables = tableOf(line.log.rewards, line.reward);
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
    const perView = sum(totalOf(tableOf(line.log.rewards, line.reward).byDepth).sum) / total;
    const { lo, hi } = assumedOf(line, total);
    const share = found.seen / found.viewsPerTrajectory;
    const tipping = tippingFactor(line.difference, found.seen, perView);
    const facts = {
      missingViews: found.seen,
      share,
      slot: found.slot,
      filled: found.filled,
      tippingFactor: finite(tipping),
      assumed: [lo, hi],
      range: [line.difference + found.seen * lo, line.difference + found.seen * hi],
      trajectories: n,
      ...(line.base === undefined ? {} : { missingOfBaseline: ofBase.seen }),
    };
    const code = "support";
    const measured = measuredOf(found);
    if (found.seen === 0 && ofBase.seen === 0) {
      return { code, binds: false, measured, ...notExcluded(line, found, perView), facts };
    }
    const call = callOf(line, line.difference, line.se);
    const [worst, worstOfBase] = line.difference < 0 ? [hi, lo] : [lo, hi];
    const difference = line.difference + found.seen * worst - ofBase.seen * worstOfBase;
    const se = Math.hypot(line.se, worst * found.seenSe, worstOfBase * ofBase.seenSe);
    const survives = call === 0 || callOf(line, difference, se) === call;
    const alternative = { difference, se, interval: intervalOf(line, difference, se) };
    const bound = {
      code,
      effect: survives ? "watch" : "cannotTell",
      binds: true,
      alternative,
      measured,
      facts,
    } as const;
    const lacks = `${percent(share)} of the views of ${line.candidate} are of items that this log does not hold (slot ${found.slot} is filled in ${percent(found.filled)} of the lists).`;
    if (ofBase.seen > 0) {
      const shares = [found.seen, ofBase.seen].map((seen) =>
        percent(seen / found.viewsPerTrajectory),
      );
      const message = `${shares[0]} of the views of ${line.candidate} and ${shares[1]} of those of ${line.baseline} are of items that this log does not hold. If they earn what is assumed possible against the call (unlogged), the difference is ${difference.toPrecision(3)} instead of ${line.difference.toPrecision(3)}.`;
      return { ...bound, tipping: null, message };
    }
    const needed = -line.difference / found.seen;
    const flips = flipSentence(line, { needed, worst, perView, survives });
    const flip = call === 0 ? null : tippingFigure(needed, perView);
    return { ...bound, tipping: flip, message: `${lacks} ${flips}` };
  },
};

/** The share of the candidate's views that the log does not hold. */
function measuredOf({ missing, seen, seenSe, viewsPerTrajectory }: Support): Figure {
  const [value, se] = (seen > 0 ? [seen, seenSe] : [missing.value, missing.se]).map(
    (views) => views / viewsPerTrajectory,
  ) as [number, number];
  const decimals = decimalsFor(100 * se, 100 * value);
  const error = se > 0 ? ` ± ${showNumber(100 * se, decimals)}` : "";
  const found = `${showNumber(100 * value, se > 0 ? decimals : Math.min(2, decimals))} %${error}`;
  const none = se > 0 ? `no sign (${found} of the views)` : "no views missing";
  const words = seen > 0 ? `${found} of the views missing` : none;
  return { value: seen > 0 || se > 0 ? value : 0, se: finite(se), unit: "share", words };
}

/** What a missing view must earn to change the order: in average views where these earn something. */
function tippingFigure(needed: number, perView: number): Figure {
  if (!(perView > 0)) return figure(needed, "reward", `${needed.toPrecision(2)} a missing view`);
  const times = needed / perView;
  const words = times > 0 ? `${times.toPrecision(2)} × the average view` : "no reward above 0";
  return figure(times, "times", words);
}

/** Where no view is seen to be missing: how few could be, by two standard errors, and whether these matter. */
function notExcluded(
  line: Line,
  { missing, viewsPerTrajectory }: Support,
  perView: number,
): Pick<Finding, "effect" | "tipping" | "message"> {
  const call = callOf(line, line.difference, line.se);
  const most = missing.value + 2 * missing.se;
  const times = tippingFactor(line.difference, most, perView);
  const silent = `No view of ${line.candidate} is seen to be missing from the log.`;
  const matters = call !== 0 && missing.se > 0 && most > 0 && times > 0 && times < timesTheAverage;
  if (!matters) return { effect: "none", tipping: null, message: silent };
  const message = `${silent} Up to ${percent(most / viewsPerTrajectory)} are not excluded; the order flips if those earn ${times.toPrecision(2)} times the average ${line.reward}.`;
  return { effect: "watch", tipping: tippingFigure(-line.difference / most, perView), message };
}

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
