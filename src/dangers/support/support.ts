import type { Facts } from "../../errors.js";
import { decimalsFor, hypot, showNumber, showTwoDigits } from "../../numeric/index.js";
import { nameOfBin } from "../../tally/lines/rank-bins.js";
import type { Danger, Figure, Finding } from "../danger.js";
import { amount, figure, insteadOf, one, scaleFacts } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { callOf, intervalOf, type Line } from "../line.js";
import { assumedReward, timesTheAverage } from "../missing-views.js";
import { finite, sum, tableOf } from "../reading.js";
import { type Support, supportOf } from "../seen-missing.js";
import { endsSessions } from "../stopping-reward.js";
import { logTotals } from "../tables.js";
import { shiftOfAdded } from "../view-sums.js";

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

const percent = (share: number): string =>
  share >= 0.995 ? "100 %" : `${(100 * share).toPrecision(2).replace(/\.0$/, "")} %`;

/** What is seen to be missing of the baseline's views, where it is not the logging policy. */
function supportOfBase(line: Line): Pick<Support, "seen" | "seenSe"> {
  return line.base === undefined ? { seen: 0, seenSe: 0 } : supportOf(line, line.base);
}

export const support: Danger = {
  code: "support",
  title: "items the log does not hold",
  purpose:
    "Bounds what views of items that the log does not hold could change: the call must stand for every reward of these views in the assumed range.",
  spoilsOthers: false,
  examine(line): Finding {
    const found = examined(line);
    if (isByWeight(line)) return found;
    const notShown = notShownOf(line);
    const message = `${found.message}${notShownSentence(line, notShown)}`;
    return { ...found, message, facts: { ...found.facts, notShown } };
  },
};

function examined(line: Line): Finding {
  const found = supportOf(line);
  const ofBase = supportOfBase(line);
  const { n, views } = logTotals(line.log);
  const total = sum(views.views);
  const perView = sum(totalOf(tableOf(line.log.rewards, line.reward).byDepth).sum) / total;
  const { lo, hi } = assumedOf(line, total);
  const share = found.seen / found.viewsPerTrajectory;
  const needed = rewardThatFlips(line, found.seen);
  const facts = {
    missingViews: found.seen,
    share,
    estimatedShare: found.share,
    ...(isByWeight(line)
      ? {
          viewsPerTrajectory: found.viewsPerTrajectory,
          declared: line.policy.views !== undefined,
        }
      : { slot: found.slot, filled: found.filled }),
    tippingFactor: finite(needed / perView),
    needed: finite(needed),
    assumed: [lo, hi],
    range: [lo, hi].map((reward) => line.difference + shiftBy(line, found.seen, reward)),
    trajectories: n,
    ...(line.base === undefined ? {} : { missingOfBaseline: ofBase.seen }),
  };
  const code = "support";
  const measured = measuredOf(found);
  if (found.seen === 0 && ofBase.seen === 0) {
    const { notExcluded, ...rest } = excluded(line, found, perView);
    return { code, binds: false, measured, ...rest, facts: { ...facts, ...notExcluded } };
  }
  const call = callOf(line, line.difference, line.se);
  const [worst, worstOfBase] = line.difference < 0 ? [hi, lo] : [lo, hi];
  const assumedTimes = perView > 0 ? worst / perView : null;
  const shift = shiftBy(line, found.seen, worst);
  const added = { views: ofBase.seen, reward: worstOfBase };
  const shiftOfBase = line.base === undefined ? 0 : shiftOfAdded(line, line.base, added);
  const difference = line.difference + shift - shiftOfBase;
  const se = hypot(line.se, errorOf(shift, found), errorOf(shiftOfBase, ofBase));
  const survives = call === 0 || callOf(line, difference, se) === call;
  const alternative = { difference, se, interval: intervalOf(line, difference, se) };
  const shareOfBase = ofBase.seen / found.viewsPerTrajectory;
  const ofBoth = { ...(line.base === undefined ? {} : { shareOfBase }), ...scaleFacts(line) };
  const bound = {
    code,
    effect: survives ? "watch" : "cannotTell",
    binds: true,
    alternative,
    measured,
    facts: { ...facts, difference, se, interval: alternative.interval, assumedTimes, ...ofBoth },
  } as const;
  const lacks = lacksSentence(line, found);
  if (ofBase.seen > 0) {
    const ofCandidate = share > 0 ? `${percent(share)} of the views of ${line.candidate} and ` : "";
    const message = `${ofCandidate}${percent(shareOfBase)} of ${share > 0 ? "those" : "the views"} of ${line.baseline} are of items that this log does not hold. If they earn what is assumed possible against the call (unlogged), the difference is ${insteadOf(line, alternative)}.`;
    return { ...bound, tipping: null, message };
  }
  const isHarmless = survives && (line.difference < 0 ? shift <= 0 : shift >= 0);
  const flips = flipSentence(line, { needed, worst, perView, survives, isHarmless });
  const flip = call === 0 ? null : tippingFigure(needed, perView);
  const far = call !== 0 && survives ? farAtAverage(line, found.seen, perView) : undefined;
  const message = `${lacks} ${flips}${far === undefined ? "" : atAverageSentence(line, far)}`;
  const atAverage = far === undefined ? {} : { atAverage: far };
  return { ...bound, tipping: flip, message, facts: { ...bound.facts, ...atAverage } };
}

/** The difference if missing views, which count as earning 0, earn what others do; undefined within the interval. */
function farAtAverage(line: Line, views: number, perView: number): number | undefined {
  const isZero = Math.abs(shiftBy(line, views, 0)) <= rounding * Math.abs(line.difference);
  const { min, max } = line.unlogged ?? { min: 0, max: Number.POSITIVE_INFINITY };
  if (!isZero || !(perView > 0) || perView < min || perView > max) return undefined;
  const difference = line.difference + shiftBy(line, views, perView);
  const [lo, hi] = intervalOf(line, line.difference, line.se);
  return difference < lo || difference > hi ? difference : undefined;
}

const atAverageSentence = (line: Line, difference: number): string =>
  ` They count as earning 0: if they earn what the average view does, the difference is ${amount(line, difference, line.se)} instead of ${amount(line, line.difference, line.se)}.`;

/** The share of the rows that the candidate does not show. */
function notShownOf({ policy: { cells, rows } }: Line): number {
  const counts = totalOf(rows).rows;
  return sum(counts.filter((_, cell) => cells.target[cell] === 0)) / sum(counts);
}

const notShownSentence = (line: Line, notShown: number): string =>
  notShown === 0
    ? ""
    : ` ${percent(notShown)} of the rows have no rank in the lists of ${line.candidate} (NULL, ${line.candidatesIn === undefined ? "or" : `not in ${line.candidatesIn}, or`} beyond their end).`;

const isByWeight = ({ policy }: Line): boolean => policy.cells.weight !== undefined;

function lacksSentence(line: Line, { seen, viewsPerTrajectory, slot, filled }: Support): string {
  const lacks = `${percent(seen / viewsPerTrajectory)} of the views of ${line.candidate} are of items that this log does not hold`;
  if (!isByWeight(line)) {
    const ending = endsSessions(line);
    const cut = ending === undefined ? "" : `, or of rows that ${one(ending)} above them cut off`;
    const where = `slot ${nameOfBin(slot)} is filled in ${percent(filled)} of the lists`;
    const isShifted = slot === 1 && filled === 0 && notShownOf(line) === 0;
    const from = isShifted ? `: no row of the log has the target rank 1; ranks count from 1` : "";
    return `${lacks}${cut} (${where}${from}).`;
  }
  const views = `${viewsPerTrajectory.toPrecision(3)} views a trajectory`;
  return line.policy.views === undefined
    ? `${lacks}, if it has as many views as the log (${views}): declare its views if it shows fewer items.`
    : `${lacks}, of the ${views} that are declared.`;
}

/** What missing views of the candidate, each of that reward, add to the difference. */
const shiftBy = (line: Line, views: number, reward: number): number =>
  shiftOfAdded(line, line.policy, { views, reward });

/** The reward a missing view with which the difference is 0; every estimator is linear in it. */
function rewardThatFlips(line: Line, views: number): number {
  const [none, one] = [shiftBy(line, views, 0), shiftBy(line, views, 1)];
  return -(line.difference + none) / (one - none);
}

/** The error that a shift has from that of the missing views. */
const errorOf = (shift: number, { seen, seenSe }: Pick<Support, "seen" | "seenSe">): number =>
  seen > 0 ? (shift / seen) * seenSe : 0;

/** The share of the candidate's views that the log does not hold. */
function measuredOf({ missing, seen, seenSe, viewsPerTrajectory }: Support): Figure {
  const [value, error] = (seen > 0 ? [seen, seenSe] : [missing.value, missing.se]).map(
    (views) => views / viewsPerTrajectory,
  ) as [number, number];
  const se = error > rounding ? error : 0;
  const decimals = se > 0 ? decimalsFor(100 * se, 100 * value) : 1;
  const found = `${showNumber(100 * value, decimals)} %${se > 0 ? ` ± ${showNumber(100 * se, decimals)}` : ""}`;
  const none = se > 0 ? `no sign (${found} of the views)` : "no views missing";
  const words = seen > 0 ? `${found} of the views missing` : none;
  return { value: seen > 0 || se > 0 ? value : 0, se: finite(se), unit: "share", words };
}

/** Sums that cancel leave some 1e-16 of the views. */
const rounding = 1e-9;

/** What a missing view must earn to change the order: in average views where these earn something. */
function tippingFigure(needed: number, perView: number): Figure {
  if (!(perView > 0)) return figure(needed, "reward", `${showTwoDigits(needed)} a missing view`);
  const times = needed / perView;
  const words = times > 0 ? `${showTwoDigits(times)} × the average view` : "no reward above 0";
  return figure(times, "times", words);
}

/** Where no view is seen to be missing: how few could be, by two standard errors, and whether these matter. */
function excluded(
  line: Line,
  { missing, viewsPerTrajectory }: Support,
  perView: number,
): Pick<Finding, "effect" | "tipping" | "message"> & { readonly notExcluded?: Facts } {
  const call = callOf(line, line.difference, line.se);
  const most = missing.value + 2 * missing.se;
  const needed = rewardThatFlips(line, most);
  const times = needed / perView;
  const silent = `No view of ${line.candidate} is seen to be missing from the log.`;
  const matters =
    call !== 0 &&
    missing.se > rounding * viewsPerTrajectory &&
    most > 0 &&
    times > 0 &&
    times < timesTheAverage;
  if (!matters) return { effect: "none", tipping: null, message: silent };
  const message = `${silent} Up to ${percent(most / viewsPerTrajectory)} are not excluded; the order flips if those earn ${showTwoDigits(times)} times the average ${line.reward}.`;
  const notExcluded = { notExcluded: most / viewsPerTrajectory, timesIfNotExcluded: times };
  return { effect: "watch", tipping: tippingFigure(needed, perView), message, notExcluded };
}

/** At what reward of the missing views the order flips: in average views where these earn something. */
function flipSentence(
  { reward, unlogged }: Line,
  at: {
    readonly needed: number;
    readonly worst: number;
    readonly perView: number;
    readonly survives: boolean;
    readonly isHarmless: boolean;
  },
): string {
  const { needed, worst, perView, survives, isHarmless } = at;
  const allowed = `${unlogged === undefined ? "is assumed possible" : "is what the study allows"} (unlogged)`;
  if (perView > 0 && needed > 0 && survives)
    return `They would have to earn ${showTwoDigits(needed / perView)} times the average ${reward} to change the order; up to ${showTwoDigits(worst / perView)} times ${allowed}.`;
  if (perView > 0 && needed > 0)
    return `The order flips if those views earn ${showTwoDigits(needed / perView)} times the average ${reward}; up to ${showTwoDigits(worst / perView)} times ${allowed}.`;
  if (isHarmless) return "They cannot flip the order.";
  return `The order flips if those views earn ${showTwoDigits(needed)} each; ${showTwoDigits(worst)} ${allowed}.`;
}
