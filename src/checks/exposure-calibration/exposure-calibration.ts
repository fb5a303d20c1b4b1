import type { Facts } from "../../errors.js";
import type { ViewSums } from "../../estimators/estimator.js";
import { finite } from "../../numeric/finite.js";
import { farthestOf } from "../alternatives.js";
import type { Check, Figure } from "../check.js";
import type { Comparison } from "../comparison.js";
import { decisionOf, trigger, wordOf } from "../decision-of.js";
import {
  amount,
  amountWithError,
  amountWithInterval,
  earnedByBase,
  figure,
  share,
  shiftFound,
  shiftThatFlips,
} from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { type JackknifeEstimate, jackknife } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { atNothing } from "../missing-of-comparison.js";
import { once } from "../once.js";
import { decidedAgain, type Reestimate, shiftedBy } from "../shifted-by.js";
import type { PolicyTables } from "../tables.js";
import { comparisonUnder, differenceOf, policiesOf, viewSums } from "../view-sums.js";
import { calibratedByBins, type Match, matchOf, scaledToViews } from "./calibrated-sums.js";
import { factorThatLoses, widenedBy } from "./exposure-error.js";
import { hasMoreViews, type Refuted, refutedByItem, refutedBySize } from "./refuted.js";
import { tailIndex } from "./tail-index.js";

type SumsOf = (comparison: Comparison, policy: PolicyTables, without?: number) => ViewSums;

/** Other values of the logged exposures: the sums under them, the test for evidence, and what it rests on. */
interface Calibration {
  readonly sums: SumsOf;
  readonly sign: JackknifeEstimate;
  /** Whether a clear sign says that the exposures themselves are wrong: not where a policy may have more or fewer views than the log. */
  readonly mayEstablish: boolean;
  readonly what: string;
  /** What its difference takes for granted. */
  readonly provided: string;
  /** The numbers of `what`. */
  readonly facts: Facts;
  readonly match?: Match;
  /** The views by bin say that the rows are not all items that may be shown. */
  readonly lacksItems?: boolean;
  /** No alternative has right exposures. */
  readonly refuted?: Refuted | undefined;
}

export const exposureCalibration: Check = defineCheck({
  code: "exposureCalibration",
  title: "wrong logged exposures",
  purpose:
    "Logged exposures that do not match the views make every weight wrong: with exposures that match them the verdict must be the same.",
  spoilsOthers: false,
  needs: ["weights"],
  reads: ["byExposure", "byItem", "exposures", "pair"],
  widens(comparison: Comparison) {
    const { refuted } = calibrationOf(comparison);
    return refuted && widenedBy(comparison, refuted.factor);
  },
  read(comparison: Comparison, widened) {
    const alternative = calibrationOf(comparison);
    const { mayEstablish, lacksItems = false } = alternative;
    const { read, reread } = reestimatedBy(comparison, alternative);
    const { triggered, established, holds } = reread;
    const isLost = triggered && !holds;
    const decision = decisionOf(comparison, comparison.difference, comparison.se);
    const isOpen =
      widened !== undefined &&
      !isLost &&
      decision !== 0 &&
      decisionOf(widened.comparison, comparison.difference, comparison.se) === 0;
    const error = isLost ? undefined : errorThatLoses(comparison);
    return {
      alternative: isOpen ? farthestOf(comparison, widened.by) : reread.alternative,
      holds: !isLost && !isOpen,
      hasSign: triggered || widened !== undefined,
      isSaid: lacksItems || error !== undefined,
      provesWrong: isLost && established && mayEstablish,
      tipping: triggered || error === undefined ? shiftThatFlips(comparison) : error.tipping,
      measured: measuredBy(comparison, alternative, reread, error !== undefined),
      message: [
        ...sentencesOf(comparison, alternative, read, reread),
        ...(triggered || widened ? ["Check how the exposures are computed."] : []),
        ...(error ? [error.message] : []),
      ].join(" "),
      facts: { ...factsOf(comparison, alternative, reread), ...error?.facts },
    };
  },
});

function measuredBy(
  comparison: Comparison,
  { refuted }: Calibration,
  reread: Reestimate,
  losesByError: boolean,
): Figure {
  const found = shiftFound(comparison, reread);
  if (reread.triggered) return found;
  const shown = amountWithError(comparison, reread.shift.value, reread.shift.se);
  const ofItems = comparison.log.byItem ? "no evidence by item" : "no table tells errors by item";
  const noSign = losesByError ? `${shown}; ${ofItems}` : `no evidence (${shown})`;
  return {
    ...found,
    words: refuted ? `wrong by ${errorOf(refuted.factor)} by the log's views` : noSign,
  };
}

function sentencesOf(
  comparison: Comparison,
  calibration: Calibration,
  read: Comparison,
  { alternative, triggered, holds }: Reestimate,
): readonly string[] {
  const { what, provided, refuted } = calibration;
  const { difference, se } = alternative;
  const ofViews = refuted ? [refuted.says] : [];
  const isLost = triggered && !holds;
  const seen = refuted && !triggered ? seenAlone(calibration) : what;
  const shown = amountWithInterval({ ...read, earned: earnedByBase(comparison) }, difference, se);
  const instead = `${provided} the difference is ${shown}, with those of the log ${amount(comparison, comparison.difference, comparison.se)}.`;
  return [...(isLost ? [] : ofViews), `${seen} ${instead}`, ...(isLost ? ofViews : [])];
}

const factsOf = (
  comparison: Comparison,
  { sign, match, refuted, facts }: Calibration,
  { alternative, shift }: Reestimate,
): Facts => ({
  ...alternative,
  shift: finite(shift.value),
  t: finite(sign.t),
  ...facts,
  ...(match && { calibration: match.test.X2, df: match.test.df, p: match.test.p }),
  ...(match && { itemsOffered: match.items.offered, itemsByViews: match.items.byViews }),
  tailIndex: finite(tailOf(comparison)),
  ...(refuted && { refutedFactor: refuted.factor, refutedP: refuted.test.p }),
});

/** What is seen without items, or sizes, by which the views contradict the exposures: no sign of it. */
const seenAlone = ({ what, match }: Calibration): string =>
  `By ${match ? "size of exposure" : "the sum of weights"} alone no error is visible: ${what.charAt(0).toLowerCase()}${what.slice(1)}`;

/** How wrong the logged exposures may be, which no log of views alone tells. */
function errorThatLoses(comparison: Comparison) {
  const factor = factorThatLoses(comparison);
  if (factor === undefined) return undefined;
  const within = errorOf(factor);
  return {
    tipping: figure(factor, "times", `exposures wrong by ${within}`),
    message: `It stays ${wordOf(comparison, comparison.difference)} only while the logged exposures of rewarded rows are right to within ${within}.`,
    facts: { changesAtFactor: factor, changesAtError: factor - 1 },
  };
}

const errorOf = (factor: number): string =>
  factor < 2 ? share(factor - 1) : `a factor of ${factor.toPrecision(2)}`;

/** Weights that come to all views leave none missing: what missing views earn is not added to such an alternative. */
function reestimatedBy(
  comparison: Comparison,
  { sums, sign }: Calibration,
): { readonly read: Comparison; readonly reread: Reestimate } {
  const alternative = (without?: number): number =>
    differenceOf(comparison, (policy) => sums(comparison, policy, without), without);
  const { missing } = comparison;
  if (missing === undefined || sums !== scaledToViews)
    return { read: comparison, reread: shiftedBy(comparison, alternative, sign) };
  const whole = atNothing(comparison);
  const reread = shiftedBy(whole, alternative, sign);
  const { difference, se } = reread.alternative;
  const shift = jackknife(
    comparison.log.trajectories.length,
    (without) =>
      alternative(without) -
      comparisonUnder(comparison, comparison.curve, without) -
      missing.shiftOf(without),
  );
  return {
    read: whole,
    reread: { ...reread, ...decidedAgain(comparison, difference, se, whole), shift },
  };
}

/** Hill's index of the candidate's weights. */
const tailOf = ({ policy }: Comparison): number => tailOfPolicy(policy);

const tailOfPolicy = once(({ cells, rows }: PolicyTables) =>
  tailIndex(cells.weight ?? [], totalOf(rows).rows),
);

/** By bins of the logged exposure where the log has them and its weights do not speak against them, else by the sum of weights. */
function calibrationOf(comparison: Comparison): Calibration {
  const own = policiesOf(comparison);
  const { exposures } = comparison.log;
  const missing = own.map((policy) => missingOf(comparison, policy, "plain"));
  const most = missing.reduce((a, b) => (Math.abs(b.t) > Math.abs(a.t) ? b : a));
  const at = missing.indexOf(most);
  const { weight, views } = plain(comparison, own[at] ?? comparison.policy);
  const name = at === 0 ? comparison.candidate : comparison.baseline;
  const declared = own[at]?.views === undefined ? "of the log" : "that are declared for it";
  const bySum: Calibration = {
    sums: scaledToViews,
    sign: most,
    mayEstablish: false,
    what: `The weights of ${name} come to ${share(weight / views)} of the views ${declared}.`,
    provided: "If all exposures are off by the same factor",
    facts: { filledShare: weight / views },
    refuted: refutedByItem(comparison) ?? refutedBySize(comparison),
  };
  if (exposures === undefined || own.some(({ byExposure }) => byExposure === undefined))
    return bySum;
  const match = matchOf(exposures);
  const { n, expected, observed } = match.worst;
  const what = `Items at a logged exposure of about ${share(expected / n)} are viewed in ${share(observed / n)} of the lists that offer them.`;
  const facts = { logged: expected / n, viewed: observed / n };
  const isRefuted = own.some((policy, i) => {
    const { t, value } = missingOf(comparison, policy, "byBins");
    return Math.abs(t) > trigger && Math.abs(value) > Math.abs(missing[i]?.value ?? 0);
  });
  if (!isRefuted) {
    const isSure = own.every(
      ({ views: known }, i) => known !== undefined || Math.abs(missing[i]?.t ?? 0) <= trigger,
    );
    const sign = shiftOf(comparison);
    const provided = "With exposures that match the views by size";
    const byBins = { sums: calibratedByBins, sign, mayEstablish: isSure, what, provided };
    return { ...bySum, ...byBins, match, facts };
  }
  if (bySum.refuted !== undefined || !hasMoreViews(comparison)) return { ...bySum, match };
  const why = `${what} The sum of the weights supports the exposures nevertheless: the rows seem not to hold every item that may be shown, and the exposures are untested.`;
  const both = { ...facts, ...bySum.facts };
  return { ...bySum, match, lacksItems: true, what: `${bySum.what} ${why}`, facts: both };
}

const plain: SumsOf = (comparison, policy, without) =>
  viewSums(comparison, policy, comparison.curve, without);

/** Views of a policy less its weights, under other values of the logged exposures. */
const missingOf = once(
  (comparison: Comparison, policy: PolicyTables, by: "plain" | "byBins"): JackknifeEstimate =>
    jackknife(comparison.log.trajectories.length, (without) => {
      const sums = by === "plain" ? plain : calibratedByBins;
      const { views, weight } = sums(comparison, policy, without);
      return Math.abs(views - weight) > rounding * views ? views - weight : 0;
    }),
);

/** Sums that cancel leave some 1e-16 of the views. */
const rounding = 1e-9;

const shiftOf = (comparison: Comparison): JackknifeEstimate =>
  jackknife(comparison.log.trajectories.length, (without) => {
    const calibrated = differenceOf(
      comparison,
      (policy) => calibratedByBins(comparison, policy, without),
      without,
    );
    return calibrated - comparisonUnder(comparison, comparison.curve, without);
  });
