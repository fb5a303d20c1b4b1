import { label } from "../../../evaluate/ask/label.js";
import type { Difference, Interval, Verdict } from "../../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../../evaluate/conclude/row-key.js";
import { hasRefutedBase, isAnswer, leadOf } from "../../../evaluate/conclude/withheld.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { showNumber, showP, showPercent } from "../../../numeric/show-number.js";
import type { ReportedEstimate, ReportedResult } from "../../source.js";
import { adjustedNextToReason } from "../../words/adjusted-by.js";
import { intervalName, showPercentInterval } from "../../words/interval.js";
import { estimandWords, feedWords, verdictWords } from "../../words/names.js";
import {
  isRange,
  missingClause,
  showRange,
  showRangeInterval,
  type ValueRange,
} from "../../words/range.js";

/**
 * A verdict in sentences, whole lines each; `difference` is the row behind it, if it has one that may be
 * shown as an answer.
 */
export interface VerdictView {
  readonly verdict: Verdict;
  readonly word: string;
  /** "candidate against production" */
  readonly policies: string;
  /** "like (lower is better), feed home" */
  readonly question: string;
  /** What both policies earned; null where the numbers are not to be trusted. */
  readonly earned: string | null;
  /** The difference, or the range in which it lies; null where it is not to be trusted. */
  readonly compared: string | null;
  /** The estimator, where the reason does not name it. */
  readonly by: string | null;
  readonly why: string;
  readonly difference: Difference | undefined;
}

export function describeVerdicts(result: ReportedResult): readonly VerdictView[] {
  return result.verdicts.map((verdict) => describeVerdict(result, verdict));
}

function describeVerdict(result: ReportedResult, verdict: Verdict): VerdictView {
  const answers = isAnswer(verdict);
  const difference = answers ? differenceOf(result, verdict) : undefined;
  const direction = isLowerBetter(result, verdict.reward) ? " (lower is better)" : "";
  return {
    verdict,
    word: verdictWords[verdict.verdict],
    policies: `${verdict.policy} against ${verdict.baseline}`,
    question: [`${verdict.reward}${direction}`, feedWords(verdict.feed)].filter(Boolean).join(", "),
    earned: answers ? describeEarned(result, verdict) : null,
    compared: answers
      ? describeDifference(verdict, difference, intervalName(result.confidence))
      : null,
    by: describeBy(verdict),
    why: verdict.reason.message,
    difference,
  };
}

/** The deciding estimator, unless the reason names it already. */
function describeBy({ estimator, parameters, reason }: Verdict): string | null {
  if (estimator === null) return null;
  const name = label({ name: estimator, parameters: parameters ?? {} });
  return reason.message.includes(name) ? null : name;
}

function differenceOf({ differences }: ReportedResult, verdict: Verdict): Difference | undefined {
  const row = differences.find(
    (candidate) =>
      candidate.policy === verdict.policy &&
      candidate.baseline === verdict.baseline &&
      isSameQuestion(candidate, verdict),
  );
  return row === undefined || "none" in row ? undefined : row;
}

/** Left out where a policy's own views are missing (its estimate counts them as 0) or where the log refutes it. */
function describeEarned({ estimates }: ReportedResult, verdict: Verdict): string | null {
  const { policy, baseline } = verdict;
  const of = (name: string): string | null =>
    describeEstimate(estimates.find((row) => row.policy === name && isSameQuestion(row, verdict)));
  const base = of(baseline);
  const earned = of(policy);
  const unit = `${verdict.reward} ${estimandWords[verdict.estimand]}`;
  const { share = 0, shareOfBaseline } = verdict.missing ?? {};
  const isUnknown = share > 0 || leadOf(verdict) !== undefined;
  if (isUnknown || (shareOfBaseline ?? 0) > 0) {
    const sentences = [
      ...(isUnknown ? [] : [[policy, "would have earned", earned] as const]),
      ...((shareOfBaseline ?? 0) > 0 || hasRefutedBase(verdict)
        ? []
        : [[baseline, "earns", base] as const]),
    ].flatMap(([name, verb, value]) =>
      value === null ? [] : [`${name} ${verb} ${value} ${unit}.`],
    );
    return sentences[0] ?? null;
  }
  const rest = base === null ? "" : `; ${baseline} earns ${base}`;
  if (earned !== null) return `${policy} would have earned ${earned} ${unit}${rest}.`;
  return `There is no estimate of the ${unit} that ${policy} would have earned${rest}.`;
}

function describeEstimate(row: ReportedEstimate | undefined): string | null {
  if (row === undefined || "none" in row) return null;
  return showNumber(row.value, decimalsFor(row.se, row.value));
}

/** The verdict's own numbers; the row behind them says by which method p is adjusted. */
function describeDifference(
  { value, se, set, interval, adjustedP, lift, missing, baseline }: Verdict,
  row: Difference | undefined,
  name: string,
): string | null {
  if (value === null || interval === null || adjustedP === null) return null;
  const decimals = decimalsFor(se, value);
  const oneSided = missing?.oneSided;
  const adjusted = row === undefined ? "" : adjustedNextToReason(row.adjusted);
  const range = { value, set, interval, oneSided };
  const sentence = `difference ${showRange(range, decimals, "")}, ${name} ${showRangeInterval(range, decimals)} (${showP(adjustedP)}${adjusted})`;
  const why = missing === undefined ? "" : `: ${missingClause(missing, baseline)}`;
  if (lift === null || "none" in lift) return `${sentence}${why}.`;
  return `${sentence}; lift ${showLift(lift, oneSided)}${why}.`;
}

type KnownLift = Exclude<Verdict["lift"], null | { readonly none: unknown }>;

/** "+3.10 % [+2.40 %, +3.80 %]" */
function showLift(lift: KnownLift, oneSided: ValueRange["oneSided"]): string {
  const range = { ...lift, oneSided };
  if (!isRange(range)) return `${showPercent(lift.value)} ${showPercentInterval(lift.interval)}`;
  const times = ([low, high]: Interval): Interval => [100 * low, 100 * high];
  const shown = {
    value: 100 * lift.value,
    set: times(lift.set ?? lift.interval),
    interval: times(lift.interval),
    oneSided,
  };
  return `${showRange(shown, 2, " %")} ${showRangeInterval(shown, 2, " %")}`;
}

const isLowerBetter = ({ rewards }: ReportedResult, reward: string): boolean =>
  rewards.some(({ name, better }) => name === reward && better === "lower");
