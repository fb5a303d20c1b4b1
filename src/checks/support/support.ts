import type { Facts } from "../../errors.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { finite } from "../../numeric/finite.js";
import { showNumber, showTwoDigits } from "../../numeric/show-number.js";
import { sum } from "../../numeric/sum.js";
import { viewsOfKnown } from "../../tally/comparisons/known-rows.js";
import { nameOfBin } from "../../tally/comparisons/rank-bins.js";
import type { Check, Figure, PlainFinding } from "../check.js";
import type { Comparison, MissingOfComparison } from "../comparison.js";
import { decisionOf, wordOf } from "../decision-of.js";
import { leastRewarded } from "../edge-rate.js";
import { amount, figure, one, scaleFacts } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { setAround } from "../interval-of.js";
import { defineCheck } from "../judged.js";
import { type MissingFacts, missingFacts } from "../missing-facts.js";
import { type Support, timesTheAverage } from "../missing-views.js";
import { supportOf } from "../seen-missing.js";
import { endsSessions } from "../stopping-reward.js";
import { logTotals, tableOf } from "../tables.js";
import { shiftOfMissing } from "../view-sums.js";

const percent = (share: number): string =>
  share >= 0.995 ? "100 %" : `${(100 * share).toPrecision(2).replace(/\.0$/, "")} %`;

export const support: Check = defineCheck({
  code: "support",
  title: "items missing from the log",
  purpose:
    "Says what views of items that the log does not hold may earn: the difference is then a set of values, and the verdict must hold for all of them.",
  spoilsOthers: false,
  read(comparison: Comparison) {
    const found =
      comparison.missing === undefined ? notSeen(comparison) : seen(comparison, comparison.missing);
    if (isByWeight(comparison)) return found;
    const notShown = notShownOf(comparison);
    const message = `${found.message}${notShownSentence(comparison, notShown)}`;
    return { ...found, message, facts: { ...found.facts, notShownShare: notShown } };
  },
});

/** Reward a logged view. */
function perViewOf(comparison: Comparison): number {
  const views = sum(logTotals(comparison.log).views.views);
  return sum(totalOf(tableOf(comparison.log.rewards, comparison.reward).byDepth).sum) / views;
}

function factsOf(comparison: Comparison, found: Support): Facts {
  const share = found.seen / found.viewsPerTrajectory;
  return {
    missingViews: found.seen,
    share,
    estimatedShare: found.share,
    ...(isByWeight(comparison)
      ? {
          viewsPerTrajectory: found.viewsPerTrajectory,
          declared: comparison.policy.views !== undefined,
        }
      : { slot: found.slot, filledShare: found.filled }),
    trajectories: logTotals(comparison.log).n,
  };
}

/** Missing views that are established: the verdict must hold whatever they earn. */
function seen(comparison: Comparison, missing: MissingOfComparison): PlainFinding {
  const { difference, se } = comparison;
  const decision = decisionOf(comparison, difference, se);
  const { missing: _, ...point } = comparison;
  const holds = decision !== 0 || decisionOf(point, difference, se) === 0;
  const facts = missingFacts(comparison, missing);
  const { thresholds, rewardRange, assumed, ...others } = facts;
  return {
    effect: holds ? "watch" : "cannotTell",
    applies: true,
    measured: measuredOf(missing.candidate.support),
    tipping:
      thresholds === null ? null : tippingOf(comparison, thresholds, decision, facts.averageReward),
    message: [
      `${lacksSentence(comparison, missing)}${assumedWords(facts, "times" in (comparison.unlogged ?? {}))}.`,
      `The difference is then ${setInWords(comparison, facts)}.`,
      ...(thresholds === null ? [] : turnSentence(comparison, facts, thresholds, decision)),
    ].join(" "),
    facts: {
      ...factsOf(comparison, missing.candidate.support),
      ...others,
      ...thresholds,
      rewardRange: [...rewardRange],
      assumed,
      ...(assumed === "unknownItems" && {
        mostTimesAverage: timesTheAverage,
        fewestRewarded: leastRewarded,
      }),
      set: [...setAround(comparison, difference, se).ends],
      ...scaleFacts(comparison),
    },
  };
}

type Turns = NonNullable<MissingFacts["thresholds"]>;

const shareOf = ({ seen: views, viewsPerTrajectory }: Support): number =>
  views / viewsPerTrajectory;

/** A reward a view that changes the verdict, where rewards may be such. */
function turnOf(
  comparison: Comparison,
  { positiveAbove, negativeBelow }: Turns,
  decision: number,
): number | null {
  const { least, most } = tableOf(comparison.log.rewards, comparison.reward);
  if (decision > 0)
    return positiveAbove !== null && positiveAbove > Math.min(0, least) ? positiveAbove : null;
  return negativeBelow !== null && negativeBelow < Math.max(0, most) ? negativeBelow : null;
}

function tippingOf(
  comparison: Comparison,
  turns: Turns,
  decision: number,
  average: number,
): Figure | null {
  const at = decision === 0 ? null : turnOf(comparison, turns, decision);
  if (at === null) return null;
  const way = decision > 0 ? "less than" : "more than";
  if (!(average > 0)) return figure(at, "reward", `${way} ${showTwoDigits(at)} a missing view`);
  const times = at / average;
  return figure(times, "times", `${way} ${showTwoDigits(times)} × the average view`);
}

function turnSentence(
  comparison: Comparison,
  { rewardRange: range, assumed }: MissingFacts,
  turns: Turns,
  decision: number,
): readonly string[] {
  const [above, below] = [wordOf(comparison, 1), wordOf(comparison, -1)];
  if (decision !== 0) {
    const at = turnOf(comparison, turns, decision);
    if (at === null) return ["No value in this range changes the verdict."];
    const way = decision > 0 ? "less" : "more";
    return [
      `It stays ${decision > 0 ? above : below} unless they earn ${way} than ${showTwoDigits(at)} each.`,
    ];
  }
  const [least, most] = [turnOf(comparison, turns, 1), turnOf(comparison, turns, -1)];
  const words = [
    ...(least !== null && least < range[1]
      ? [`${above} if they earn more than ${showTwoDigits(least)} each`]
      : []),
    ...(most !== null && most > range[0]
      ? [`${below} if they earn less than ${showTwoDigits(most)} each`]
      : []),
  ];
  if (words.length === 0) return [];
  const items =
    comparison.itemsUnnamed === true && !isByWeight(comparison)
      ? "; with log.item and log.candidates the log itself shows which of these items it knows"
      : "";
  const remedy =
    assumed !== "declared" && assumed !== "timesTheEdge"
      ? `If you know what they earn, set log.rewards.${comparison.reward}.unlogged${items}`
      : "A narrower range (unlogged) would decide it";
  return [`It is ${words.join(", and ")}. ${remedy}.`];
}

/** "+3.1 % to +9.4 %", "at least +2.8 %" where the other end is a ceiling alone. */
function setInWords(comparison: Comparison, { oneSided }: MissingFacts): string {
  const { ends, se } = setAround(comparison, comparison.difference, comparison.se);
  const [low, high] = ends.map((end, at) => amount(comparison, end, se[at] ?? comparison.se));
  if (oneSided === null) return `${low} to ${high}`;
  return oneSided === "least" ? `at least ${low}` : `at most ${high}`;
}

const isOfKnown = (assumed: MissingFacts["assumed"]): boolean =>
  assumed === "likeTheEdge" || assumed === "mixed";

/** What missing views are taken to earn where the log knows their items, or those of most. */
function knownWords(
  { assumed, rewardPerView, averageReward, unknownItemsShare }: MissingFacts,
  each: string,
): string {
  const like = `what similar items do at the end of the logged lists (about ${showTwoDigits(rewardPerView)}), give or take a half`;
  if (assumed === "likeTheEdge") return ` but elsewhere: assumed to earn ${each}, ${like}`;
  return `: assumed to earn ${each} on average. Those of items that it shows elsewhere earn ${like}; those of items of which it holds fewer than ${viewsOfKnown} views, ${percent(unknownItemsShare)} of all views, up to ${timesTheAverage} times the average view (${showTwoDigits(averageReward)})`;
}

/** What the range of rewards is taken from. */
function assumedWords(facts: MissingFacts, isOfEdge: boolean): string {
  const { assumed, rewardRange, rewardPerView, averageReward, shareOfBaseline } = facts;
  if (shareOfBaseline !== null)
    return ", each of which may earn what is assumed possible (unlogged)";
  const [low, high] = rewardRange.map((end) => (end === 0 ? "0" : showTwoDigits(end)));
  const each = `${low} to ${high} each`;
  if (isOfKnown(assumed)) return knownWords(facts, each);
  if (assumed === "declared") return `, which the study assumes to earn ${each} (unlogged)`;
  if (assumed === "timesTheEdge")
    return `, which the study assumes to earn ${each}, where views at the edge of the log earn ${showTwoDigits(rewardPerView)} (unlogged)`;
  const thin = isOfEdge
    ? `, since fewer than ${leastRewarded} rows at the edge of the log are rewarded and times of what these earn say nothing`
    : "";
  return `: assumed to earn ${each}${thin}, up to ${timesTheAverage} times the average view (${showTwoDigits(averageReward)})`;
}

/** The share of the rows that the candidate does not show. */
function notShownOf({ policy: { cells, rows } }: Comparison): number {
  const counts = totalOf(rows).rows;
  return sum(counts.filter((_, cell) => cells.target[cell] === 0)) / sum(counts);
}

const notShownSentence = (comparison: Comparison, notShown: number): string =>
  notShown === 0
    ? ""
    : ` ${comparison.candidate} does not show the items of ${percent(notShown)} of the rows (their rank is NULL, ${comparison.candidatesIn === undefined ? "or" : `not in ${comparison.candidatesIn}, or`} beyond the end of the list).`;

const isByWeight = ({ policy }: Comparison): boolean => policy.cells.weight !== undefined;

function lacksSentence(comparison: Comparison, { candidate, base }: MissingOfComparison): string {
  const held = isOfKnown(candidate.rewards.assumed) ? "show in these lists" : "hold";
  const { support: found } = candidate;
  const { viewsPerTrajectory, slot, filled } = found;
  const share = shareOf(found);
  if (base !== undefined && base.support.seen > 0) {
    const own = share > 0 ? `${percent(share)} of the views of ${comparison.candidate} and ` : "";
    return `${own}${percent(shareOf(base.support))} of ${share > 0 ? "those" : "the views"} of ${comparison.baseline} are of items that this log does not hold`;
  }
  const lacks = `${percent(share)} of the views of ${comparison.candidate} are of items that this log does not ${held}`;
  if (!isByWeight(comparison)) {
    const ending = endsSessions(comparison);
    const cut = ending === undefined ? "" : `, or of rows that ${one(ending)} above them cut off`;
    const where = `slot ${nameOfBin(slot)} is filled in ${percent(filled)} of the lists`;
    const isShifted = slot === 1 && filled === 0 && notShownOf(comparison) === 0;
    const from = isShifted ? `: no row of the log has the target rank 1; ranks count from 1` : "";
    return `${lacks}${cut} (${where}${from})`;
  }
  const views = `${viewsPerTrajectory.toPrecision(3)} views a trajectory`;
  return comparison.policy.views === undefined
    ? `${lacks}, if it has as many views as the log (${views}; declare its views if it shows fewer items)`
    : `${lacks}, of the ${views} that are declared`;
}

/** The share of the candidate's views that the log does not hold. */
function measuredOf({ missing, seen, seenSe, viewsPerTrajectory }: Support): Figure {
  const [value, error] = (seen > 0 ? [seen, seenSe] : [missing.value, missing.se]).map(
    (views) => views / viewsPerTrajectory,
  ) as [number, number];
  const se = error > rounding ? error : 0;
  const decimals = se > 0 ? decimalsFor(100 * se, 100 * value) : 1;
  const found = `${showNumber(100 * value, decimals)} %${se > 0 ? ` ± ${showNumber(100 * se, decimals)}` : ""}`;
  const none = se > 0 ? `no evidence (${found} of the views)` : "no views missing";
  const words = seen > 0 ? `${found} of the views missing` : none;
  return { value: seen > 0 || se > 0 ? value : 0, se: finite(se), unit: "share", words };
}

/** Sums that cancel leave some 1e-16 of the views. */
const rounding = 1e-9;

/** Where no view is seen to be missing: how few could be, by two standard errors, and whether these matter. */
function notSeen(comparison: Comparison): PlainFinding {
  const found = supportOf(comparison);
  const { missing, viewsPerTrajectory } = found;
  const average = perViewOf(comparison);
  const most = missing.value + 2 * missing.se;
  const { none, one: each } = shiftOfMissing(comparison, comparison.policy, most);
  const times = -(comparison.difference + none) / each / average;
  const silent = `No view of ${comparison.candidate} is known to be missing from the log.`;
  const measured = measuredOf(found);
  const facts = factsOf(comparison, found);
  const matters =
    decisionOf(comparison, comparison.difference, comparison.se) !== 0 &&
    missing.se > rounding * viewsPerTrajectory &&
    most > 0 &&
    times > 0 &&
    times < timesTheAverage;
  if (!matters) return { measured, message: silent, facts };
  const message = `${silent} Up to ${percent(most / viewsPerTrajectory)} are not excluded; the verdict changes if these earn ${showTwoDigits(times)} times the average ${comparison.reward}.`;
  const notExcluded = {
    notExcludedShare: most / viewsPerTrajectory,
    changesAtTimesAverage: times,
  };
  const tipping = figure(times, "times", `${showTwoDigits(times)} × the average view`);
  return { effect: "watch", tipping, measured, message, facts: { ...facts, ...notExcluded } };
}
