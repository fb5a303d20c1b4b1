import type { Facts } from "../../errors.js";
import { decimalsFor, showNumber, showTwoDigits } from "../../numeric/show-number.js";
import { viewsOfKnown } from "../../tally/lines/known-rows.js";
import { nameOfBin } from "../../tally/lines/rank-bins.js";
import type { Danger, Figure, Said } from "../danger.js";
import { leastRewarded } from "../edge-rate.js";
import { amount, figure, one, scaleFacts } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineDanger } from "../judged.js";
import { callOf, type Line, setAround, wordOf } from "../line.js";
import { type MissingFacts, missingFacts } from "../missing-facts.js";
import type { MissingOfLine } from "../missing-rewards.js";
import { timesTheAverage } from "../missing-views.js";
import { finite, sum, tableOf } from "../reading.js";
import { type Support, supportOf } from "../seen-missing.js";
import { endsSessions } from "../stopping-reward.js";
import { logTotals } from "../tables.js";
import { shiftOfMissing } from "../view-sums.js";

const percent = (share: number): string =>
  share >= 0.995 ? "100 %" : `${(100 * share).toPrecision(2).replace(/\.0$/, "")} %`;

export const support: Danger = defineDanger({
  code: "support",
  title: "items the log does not hold",
  purpose:
    "Says what views of items that the log does not hold may earn: the difference is the set of all that leaves possible, and the call must hold for every value of it.",
  spoilsOthers: false,
  read(line: Line) {
    const found = line.missing === undefined ? notSeen(line) : seen(line, line.missing);
    if (isByWeight(line)) return found;
    const notShown = notShownOf(line);
    const message = `${found.message}${notShownSentence(line, notShown)}`;
    return { ...found, message, facts: { ...found.facts, notShown } };
  },
});

/** Reward a logged view. */
function perViewOf(line: Line): number {
  const views = sum(logTotals(line.log).views.views);
  return sum(totalOf(tableOf(line.log.rewards, line.reward).byDepth).sum) / views;
}

function factsOf(line: Line, found: Support): Facts {
  const share = found.seen / found.viewsPerTrajectory;
  return {
    missingViews: found.seen,
    share,
    estimatedShare: found.share,
    ...(isByWeight(line)
      ? {
          viewsPerTrajectory: found.viewsPerTrajectory,
          declared: line.policy.views !== undefined,
        }
      : { slot: found.slot, filled: found.filled }),
    trajectories: logTotals(line.log).n,
  };
}

/** Missing views that are seen: the call must hold whatever they earn. */
function seen(line: Line, missing: MissingOfLine): Said {
  const { difference, se } = line;
  const call = callOf(line, difference, se);
  const { missing: _, ...point } = line;
  const survives = call !== 0 || callOf(point, difference, se) === 0;
  const facts = missingFacts(line, missing);
  const { turns } = facts;
  const { range, turns: found, assumed, ...others } = facts;
  return {
    effect: survives ? "watch" : "cannotTell",
    binds: true,
    measured: measuredOf(missing.candidate.support),
    tipping: turns === null ? null : tippingOf(line, turns, call, facts.average),
    message: [
      `${lacksSentence(line, missing)}${assumedWords(facts, "times" in (line.unlogged ?? {}))}.`,
      `The difference is then ${setInWords(line, facts)}.`,
      ...(turns === null ? [] : turnSentence(line, facts, turns, call)),
    ].join(" "),
    facts: {
      ...factsOf(line, missing.candidate.support),
      ...others,
      ...found,
      assumed: [...range],
      by: assumed,
      ...(assumed === "unknownItems" && { most: timesTheAverage, fewest: leastRewarded }),
      set: [...setAround(line, difference, se).ends],
      ...scaleFacts(line),
    },
  };
}

type Turns = NonNullable<MissingFacts["turns"]>;

const shareOf = ({ seen: views, viewsPerTrajectory }: Support): number =>
  views / viewsPerTrajectory;

/** A reward a view that turns the call, where rewards may be such. */
function turnOf(line: Line, { positiveAbove, negativeBelow }: Turns, call: number): number | null {
  const { least, most } = tableOf(line.log.rewards, line.reward);
  if (call > 0)
    return positiveAbove !== null && positiveAbove > Math.min(0, least) ? positiveAbove : null;
  return negativeBelow !== null && negativeBelow < Math.max(0, most) ? negativeBelow : null;
}

function tippingOf(line: Line, turns: Turns, call: number, average: number): Figure | null {
  const at = call === 0 ? null : turnOf(line, turns, call);
  if (at === null) return null;
  const way = call > 0 ? "less than" : "more than";
  if (!(average > 0)) return figure(at, "reward", `${way} ${showTwoDigits(at)} a missing view`);
  const times = at / average;
  return figure(times, "times", `${way} ${showTwoDigits(times)} × the average view`);
}

function turnSentence(
  line: Line,
  { range, assumed }: MissingFacts,
  turns: Turns,
  call: number,
): readonly string[] {
  const [above, below] = [wordOf(line, 1), wordOf(line, -1)];
  if (call !== 0) {
    const at = turnOf(line, turns, call);
    if (at === null) return ["They cannot turn it, whatever they earn."];
    const way = call > 0 ? "less" : "more";
    return [
      `It stays ${call > 0 ? above : below} unless they earn ${way} than ${showTwoDigits(at)} each.`,
    ];
  }
  const [least, most] = [turnOf(line, turns, 1), turnOf(line, turns, -1)];
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
    line.itemsUnnamed === true && !isByWeight(line)
      ? ", log.item and log.candidates which of them it knows"
      : "";
  const remedy =
    assumed !== "declared" && assumed !== "timesTheEdge"
      ? `log.rewards.${line.reward}.unlogged can say what they earn${items}`
      : "a narrower range (unlogged) would tell";
  return [`It is ${words.join(", ")}: ${remedy}.`];
}

/** "+3.1 % to +9.4 %", "at least +2.8 %" where the other end is a ceiling alone. */
function setInWords(line: Line, { oneSided }: MissingFacts): string {
  const { ends, se } = setAround(line, line.difference, line.se);
  const [low, high] = ends.map((end, at) => amount(line, end, se[at] ?? line.se));
  if (oneSided === null) return `${low} to ${high}`;
  return oneSided === "least" ? `at least ${low}` : `at most ${high}`;
}

const isOfKnown = (assumed: MissingFacts["assumed"]): boolean =>
  assumed === "likeTheEdge" || assumed === "mixed";

/** What missing views are taken to earn where the log knows their items, or those of most. */
function knownWords({ assumed, rate, average, unknownShare }: MissingFacts, each: string): string {
  const like = `what their like do at the foot of the logged lists (about ${showTwoDigits(rate)}), give or take a half`;
  if (assumed === "likeTheEdge") return ` but elsewhere: taken to earn ${each}, ${like}`;
  return `: taken to earn ${each} on average. Those of items that it shows elsewhere earn ${like}; those of items of which it holds fewer than ${viewsOfKnown} views, ${percent(unknownShare)} of all views, up to ${timesTheAverage} times the average view (${showTwoDigits(average)})`;
}

/** What the range of rewards is taken from. */
function assumedWords(facts: MissingFacts, isOfEdge: boolean): string {
  const { assumed, range, rate, average, shareOfBaseline } = facts;
  if (shareOfBaseline !== null)
    return ", each of which may earn what is assumed possible (unlogged)";
  const [low, high] = range.map((end) => (end === 0 ? "0" : showTwoDigits(end)));
  const each = `${low} to ${high} each`;
  if (isOfKnown(assumed)) return knownWords(facts, each);
  if (assumed === "declared") return `, which the study takes to earn ${each} (unlogged)`;
  if (assumed === "timesTheEdge")
    return `, which the study takes to earn ${each}, where views at the edge of the log earn ${showTwoDigits(rate)} (unlogged)`;
  const thin = isOfEdge
    ? `, since fewer than ${leastRewarded} rows at the edge of the log are rewarded and times of what these earn say nothing`
    : "";
  return `: taken to earn ${each}${thin}, up to ${timesTheAverage} times the average view (${showTwoDigits(average)})`;
}

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

function lacksSentence(line: Line, { candidate, base }: MissingOfLine): string {
  const held = isOfKnown(candidate.rewards.assumed) ? "show in these lists" : "hold";
  const { support: found } = candidate;
  const { viewsPerTrajectory, slot, filled } = found;
  const share = shareOf(found);
  if (base !== undefined && base.support.seen > 0) {
    const own = share > 0 ? `${percent(share)} of the views of ${line.candidate} and ` : "";
    return `${own}${percent(shareOf(base.support))} of ${share > 0 ? "those" : "the views"} of ${line.baseline} are of items that this log does not hold`;
  }
  const lacks = `${percent(share)} of the views of ${line.candidate} are of items that this log does not ${held}`;
  if (!isByWeight(line)) {
    const ending = endsSessions(line);
    const cut = ending === undefined ? "" : `, or of rows that ${one(ending)} above them cut off`;
    const where = `slot ${nameOfBin(slot)} is filled in ${percent(filled)} of the lists`;
    const isShifted = slot === 1 && filled === 0 && notShownOf(line) === 0;
    const from = isShifted ? `: no row of the log has the target rank 1; ranks count from 1` : "";
    return `${lacks}${cut} (${where}${from})`;
  }
  const views = `${viewsPerTrajectory.toPrecision(3)} views a trajectory`;
  return line.policy.views === undefined
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
  const none = se > 0 ? `no sign (${found} of the views)` : "no views missing";
  const words = seen > 0 ? `${found} of the views missing` : none;
  return { value: seen > 0 || se > 0 ? value : 0, se: finite(se), unit: "share", words };
}

/** Sums that cancel leave some 1e-16 of the views. */
const rounding = 1e-9;

/** Where no view is seen to be missing: how few could be, by two standard errors, and whether these matter. */
function notSeen(line: Line): Said {
  const found = supportOf(line);
  const { missing, viewsPerTrajectory } = found;
  const average = perViewOf(line);
  const most = missing.value + 2 * missing.se;
  const { none, one: each } = shiftOfMissing(line, line.policy, most);
  const times = -(line.difference + none) / each / average;
  const silent = `No view of ${line.candidate} is seen to be missing from the log.`;
  const measured = measuredOf(found);
  const facts = factsOf(line, found);
  const matters =
    callOf(line, line.difference, line.se) !== 0 &&
    missing.se > rounding * viewsPerTrajectory &&
    most > 0 &&
    times > 0 &&
    times < timesTheAverage;
  if (!matters) return { measured, message: silent, facts };
  const message = `${silent} Up to ${percent(most / viewsPerTrajectory)} are not excluded; the order flips if those earn ${showTwoDigits(times)} times the average ${line.reward}.`;
  const notExcluded = { notExcluded: most / viewsPerTrajectory, timesIfNotExcluded: times };
  const tipping = figure(times, "times", `${showTwoDigits(times)} × the average view`);
  return { effect: "watch", tipping, measured, message, facts: { ...facts, ...notExcluded } };
}
