import { label } from "../../evaluate/ask/label.js";
import type { Difference, EstimateRow, Result, Verdict } from "../../evaluate/conclude/result.js";
import { sayPercentInterval, saySignedInterval } from "./interval.js";
import { decimalsFor, sayNumber, sayP, sayPercent, saySigned } from "./number.js";
import { answers } from "./question.js";
import { intervalName, lowerIsBetter } from "./study-facts.js";
import { estimandWords, feedWords, verdictWords } from "./words.js";

/** A verdict in sentences, whole lines each; `difference` is the row behind it, if it has one. */
export interface SaidVerdict {
  readonly verdict: Verdict;
  readonly word: string;
  /** "candidate against production" */
  readonly policies: string;
  /** "like (lower is better), feed home" */
  readonly question: string;
  readonly earned: string;
  readonly compared: string | null;
  /** The estimator, where the reason does not name it. */
  readonly by: string | null;
  readonly why: string;
  readonly difference: Difference | undefined;
}

/** Every verdict of a result in sentences. */
export function sayVerdicts(result: Result): readonly SaidVerdict[] {
  return result.verdicts.map((verdict) => sayVerdict(result, verdict));
}

function sayVerdict(result: Result, verdict: Verdict): SaidVerdict {
  const difference = differenceOf(result, verdict);
  const direction = lowerIsBetter(result.study, verdict.reward) ? " (lower is better)" : "";
  return {
    verdict,
    word: verdictWords[verdict.verdict],
    policies: `${verdict.policy} against ${verdict.baseline}`,
    question: [`${verdict.reward}${direction}`, feedWords(verdict.feed)].filter(Boolean).join(", "),
    earned: sayEarned(result, verdict),
    compared: difference ? sayDifference(difference, intervalName(result.study)) : null,
    by: sayBy(verdict),
    why: verdict.reason.message,
    difference,
  };
}

/** The deciding estimator, unless the reason names it already. */
function sayBy({ estimator, parameters, reason }: Verdict): string | null {
  if (estimator === null) return null;
  const name = label({ name: estimator, parameters: parameters ?? {} });
  return reason.message.includes(name) ? null : name;
}

function differenceOf({ differences }: Result, verdict: Verdict): Difference | undefined {
  const row = differences.find(
    (candidate) =>
      candidate.policy === verdict.policy &&
      candidate.baseline === verdict.baseline &&
      answers(candidate, verdict),
  );
  return row === undefined || "none" in row ? undefined : row;
}

function sayEarned({ estimates }: Result, verdict: Verdict): string {
  const { policy, baseline } = verdict;
  const of = (name: string): string | null =>
    sayEstimate(estimates.find((row) => row.policy === name && answers(row, verdict)));
  const [earned, base] = [of(policy), of(baseline)];
  const unit = `${verdict.reward} ${estimandWords[verdict.estimand]}`;
  const rest = base === null ? "" : `; ${baseline} earns ${base}`;
  if (earned !== null) return `${policy} would have earned ${earned} ${unit}${rest}.`;
  return `There is no estimate of the ${unit} that ${policy} would have earned${rest}.`;
}

function sayEstimate(row: EstimateRow | undefined): string | null {
  if (row === undefined || "none" in row) return null;
  return sayNumber(row.value, decimalsFor(row.se, row.value));
}

function sayDifference(row: Difference, interval: string): string {
  const decimals = decimalsFor(row.se, row.value);
  const { family, p } = row.adjusted;
  const adjusted = family > 1 ? `, adjusted for ${family} comparisons` : "";
  const said = `difference ${saySigned(row.value, decimals)}, ${interval} ${saySignedInterval(row.adjusted.interval, decimals)} (${sayP(p)}${adjusted})`;
  if ("none" in row.lift) return `${said}.`;
  return `${said}; lift ${sayPercent(row.lift.value)} ${sayPercentInterval(row.lift.interval)}.`;
}
