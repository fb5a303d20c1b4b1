import { label } from "../../../evaluate/ask/label.js";
import type {
  Difference,
  EstimateRow,
  Result,
  Verdict,
} from "../../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../../evaluate/conclude/row-key.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import {
  decimalsFor,
  showNumber,
  showP,
  showPercent,
  showSigned,
  showStatistic,
} from "../../../numeric/index.js";
import { adjustedNextToReason } from "../../words/adjusted-by.js";
import { intervalName, showPercentInterval, showSignedInterval } from "../../words/interval.js";
import { estimandWords, feedWords, verdictWords } from "../../words/names.js";

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

/** Every verdict of a result in sentences. */
export function describeVerdicts(result: Result): readonly VerdictView[] {
  return result.verdicts.map((verdict) => describeVerdict(result, verdict));
}

function describeVerdict(result: Result, verdict: Verdict): VerdictView {
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
      : describeRange(verdict),
    by: describeBy(verdict),
    why: verdict.reason.message,
    difference,
  };
}

/** Where views are missing: the differences that the rewards assumed of these views allow. */
function describeRange({ reason: { code, facts } }: Verdict): string | null {
  const { range, assumed } = facts;
  if (code !== "support" || !isPair(range) || !isPair(assumed)) return null;
  const decimals = Math.max(0, decimalsFor(null, Math.max(...range.map(Math.abs))) - 1);
  const [lo, hi] = assumed.map(showStatistic);
  const between = range.map((end) => showSigned(end, decimals)).join(" and ");
  return `the difference lies between ${between}, chance aside, if each missing view earns from ${lo} to ${hi}.`;
}

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

/** The deciding estimator, unless the reason names it already. */
function describeBy({ estimator, parameters, reason }: Verdict): string | null {
  if (estimator === null) return null;
  const name = label({ name: estimator, parameters: parameters ?? {} });
  return reason.message.includes(name) ? null : name;
}

function differenceOf({ differences }: Result, verdict: Verdict): Difference | undefined {
  const row = differences.find(
    (candidate) =>
      candidate.policy === verdict.policy &&
      candidate.baseline === verdict.baseline &&
      isSameQuestion(candidate, verdict),
  );
  return row === undefined || "none" in row ? undefined : row;
}

function describeEarned({ estimates }: Result, verdict: Verdict): string {
  const { policy, baseline } = verdict;
  const of = (name: string): string | null =>
    describeEstimate(estimates.find((row) => row.policy === name && isSameQuestion(row, verdict)));
  const [earned, base] = [of(policy), of(baseline)];
  const unit = `${verdict.reward} ${estimandWords[verdict.estimand]}`;
  const rest = base === null ? "" : `; ${baseline} earns ${base}`;
  if (earned !== null) return `${policy} would have earned ${earned} ${unit}${rest}.`;
  return `There is no estimate of the ${unit} that ${policy} would have earned${rest}.`;
}

function describeEstimate(row: EstimateRow | undefined): string | null {
  if (row === undefined || "none" in row) return null;
  return showNumber(row.value, decimalsFor(row.se, row.value));
}

/** The verdict's own numbers; the row behind them says by which method p is adjusted. */
function describeDifference(
  { value, se, interval, adjustedP, lift }: Verdict,
  row: Difference | undefined,
  name: string,
): string | null {
  if (value === null || interval === null || adjustedP === null) return null;
  const decimals = decimalsFor(se, value);
  const adjusted = row === undefined ? "" : adjustedNextToReason(row.adjusted);
  const sentence = `difference ${showSigned(value, decimals)}, ${name} ${showSignedInterval(interval, decimals)} (${showP(adjustedP)}${adjusted})`;
  if (lift === null || "none" in lift) return `${sentence}.`;
  return `${sentence}; lift ${showPercent(lift.value)} ${showPercentInterval(lift.interval)}.`;
}

const isLowerBetter = ({ rewards }: Result, reward: string): boolean =>
  rewards.some(({ name, better }) => name === reward && better === "lower");
