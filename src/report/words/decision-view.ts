import { percentOf } from "../../checks/trust-falls.js";
import type { Interval, Verdict, VerdictWord } from "../../evaluate/conclude/result.js";
import { isAnswer } from "../../evaluate/conclude/withheld.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import type { ReportedResult } from "../source.js";
import { conclusionTitle, describeConclusion } from "./conclusion.js";
import { estimandWords, feedWords, verdictWords } from "./names.js";
import { type NextStep, nextSteps } from "./next-steps.js";
import {
  isOpen,
  namesFall,
  type OpenQuestion,
  openQuestions,
  trustBias,
} from "./open-questions.js";
import { isRange, percentsOf, showRange, showRangeInterval, type ValueRange } from "./range.js";
import { agreementWithTruth } from "./truth-sentence.js";

export interface DecisionCell {
  readonly verdict: VerdictWord;
  readonly word: string;
  /** "+5.6 % [+4.4, +6.9]", the difference itself where there is no lift, or "withheld". */
  readonly numbers: string;
  readonly line: Verdict;
}

export interface DecisionRow {
  readonly policy: string;
  readonly feed: string | null;
  /** One for each column; null where the study has no such comparison. */
  readonly cells: readonly (DecisionCell | null)[];
}

export interface DecisionView {
  readonly baselines: readonly string[];
  readonly confidence: number;
  /** "like", "latency, lower is better" */
  readonly columns: readonly string[];
  readonly rows: readonly DecisionRow[];
  readonly conclusion: string;
  /** Whether a page's title holds the whole conclusion. */
  readonly isTitle: boolean;
  /** Whether the conclusion is so short that Markdown, under the default title, leaves it to the table. */
  readonly isShort: boolean;
  /** What to do next, once for all policies that share it. */
  readonly next: readonly NextStep[];
  readonly open: readonly OpenQuestion[];
  /** From which fall of rewards by rank on a verdict becomes *cannot tell*; null where there are none of that kind. */
  readonly trust: string | null;
  readonly truth: { readonly sentence: string; readonly numbers: readonly number[] } | null;
  /** What policies earned online, compared with their estimates; the most serious first. */
  readonly online: readonly string[];
  readonly percentages: readonly number[];
}

const shortest = 101;

/** The comparisons of a result as a matrix; null where it compares nothing. */
export function describeDecision(result: ReportedResult): DecisionView | null {
  const { verdicts, title } = result;
  const conclusion = describeConclusion(verdicts);
  if (verdicts.length === 0) return null;
  const questions = distinct(verdicts, ({ reward, estimand }) => `${reward}\n${estimand}`);
  const isOneEstimand = new Set(verdicts.map(({ estimand }) => estimand)).size === 1;
  return {
    baselines: [...new Set(verdicts.map(({ baseline }) => baseline))],
    confidence: result.confidence,
    columns: questions.map((question) => columnName(result, question, isOneEstimand)),
    rows: distinct(verdicts, ({ policy, feed }) => JSON.stringify([policy, feed])).map(
      ({ policy, feed }) => ({
        policy,
        feed: feed === null ? null : (feedWords(feed) ?? feed),
        cells: questions.map(({ reward, estimand }) => {
          const line = verdicts.find(
            (verdict) =>
              verdict.policy === policy &&
              verdict.feed === feed &&
              verdict.reward === reward &&
              verdict.estimand === estimand,
          );
          return line === undefined ? null : cellOf(line);
        }),
      }),
    ),
    conclusion,
    isTitle: title === undefined && `${conclusionTitle(verdicts)}.` === conclusion,
    isShort: title === undefined && (conclusion.length <= shortest || !conclusion.includes("; ")),
    next: nextSteps(result),
    open: openQuestions(verdicts),
    trust: trustSentence(verdicts),
    truth: agreementWithTruth(result),
    online: onlineSentences(result),
    percentages: [
      ...verdicts.flatMap(({ lift }) => percentsOf(lift)),
      ...verdicts.flatMap((line) => fallsThatLose(line).map((fall) => 100 * fall)),
    ],
  };
}

function distinct(
  verdicts: readonly Verdict[],
  keyOf: (verdict: Verdict) => string,
): readonly Verdict[] {
  const met = new Map<string, Verdict>();
  for (const verdict of verdicts) if (!met.has(keyOf(verdict))) met.set(keyOf(verdict), verdict);
  return [...met.values()];
}

function columnName(
  { rewards }: ReportedResult,
  { reward, estimand }: Verdict,
  isOneEstimand: boolean,
): string {
  const isLower = rewards.some(({ name, better }) => name === reward && better === "lower");
  return [
    reward,
    ...(isOneEstimand ? [] : [estimandWords[estimand]]),
    ...(isLower ? ["(lower is better)"] : []),
  ].join(" ");
}

const cellOf = (line: Verdict): DecisionCell => ({
  verdict: line.verdict,
  word: verdictWords[line.verdict].toUpperCase(),
  numbers: numbersOf(line),
  line,
});

function numbersOf(line: Verdict): string {
  const { value, se, set, interval, lift, missing } = line;
  if (!isAnswer(line)) return "withheld";
  const oneSided = missing?.oneSided;
  if (lift !== null && !("none" in lift)) {
    const times = (ends: Interval): Interval => [100 * ends[0], 100 * ends[1]];
    const percents = {
      value: 100 * lift.value,
      set: lift.set && times(lift.set),
      interval: times(lift.interval),
      oneSided,
    };
    const decimals = telling(percents, fewer(decimalsFor(noiseOf(percents), percents.value)));
    return `${showRange(percents, decimals, " %")} ${showRangeInterval(percents, decimals)}`;
  }
  if (value === null || interval === null) return "no number";
  const range = { value, set, interval, oneSided };
  const decimals = telling(range, fewer(decimalsFor(se, value)));
  return `diff. ${showRange(range, decimals, "")} ${showRangeInterval(range, decimals)}`;
}

/** Enough decimals that no end of an interval is printed as 0, or as the number it belongs to. */
function telling(of: ValueRange, decimals: number): number {
  const isLost = (at: number): boolean =>
    gapsOf(of).some(([number, end]) =>
      [number, 0].some((other) => end !== other && end.toFixed(at) === other.toFixed(at)),
    );
  return [decimals, decimals + 1].find((at) => !isLost(at)) ?? decimals + 2;
}

/** About the standard error of a number: half of what its interval holds beyond the set, at the ends that are printed. */
const noiseOf = (of: ValueRange): number => {
  const gaps = gapsOf(of).map(([number, end]) => Math.abs(end - number) / 2);
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
};

/** The printed ends of an interval, each with the number next to it. */
function gapsOf(of: ValueRange): readonly (readonly [number: number, end: number])[] {
  const { value, interval, oneSided } = of;
  const set = isRange(of) && of.set ? of.set : [value, value];
  const gaps = [
    [set[0], interval[0]],
    [set[1], interval[1]],
  ] as const;
  if (!isRange(of)) return gaps;
  return gaps.filter((_, at) => oneSided !== (at === 0 ? "most" : "least"));
}

/** A cell holds one significant digit of the error: the tables below have two. */
const fewer = (decimals: number): number => Math.max(0, decimals - 1);

/** A condition that no log identifies: "popularity 2.5 %", the least of its comparisons. */
function trustSentence(verdicts: readonly Verdict[]): string | null {
  const called = verdicts.filter((line) => !isOpen(line) && fallsThatLose(line).length > 0);
  const least = [...groupedBy(called, ({ policy }) => policy)].map((lines) => {
    const fall = percentOf(Math.min(...lines.flatMap(fallsThatLose)));
    return `${lines[0]?.policy} ${fall}`;
  });
  return least.length === 0
    ? null
    : `Verdicts become cannot tell if trust in the ranker lowers the reward of a view by this much per rank: ${least.join(", ")}. [${trustBias}]`;
}

/** Falls that would make a verdict *cannot tell*, without those that items seen at several ranks exclude. */
const fallsThatLose = ({ checks = [] }: Verdict): readonly number[] =>
  checks.filter(namesFall).flatMap(({ tipping, facts: { mostFallOfItems } }) => {
    const fall = tipping?.value ?? 0;
    return typeof mostFallOfItems === "number" && mostFallOfItems < fall ? [] : fall;
  });

const gravest = ["fail", "watch", "inconclusive", "ok"] as const;

/** A sentence for each lift or level that the study knows online: disagreements first; none of a withheld number. */
function onlineSentences({ diagnostics, verdicts }: ReportedResult): readonly string[] {
  const withheld = verdicts.filter((line) => !isAnswer(line));
  return diagnostics
    .filter(({ facts }) => "online" in facts)
    .filter(({ policy, reward, feed }) =>
      withheld.every(
        (line) => line.policy !== policy || line.reward !== reward || line.feed !== feed,
      ),
    )
    .toSorted((a, b) => gravest.indexOf(a.severity) - gravest.indexOf(b.severity))
    .map(({ consequence }) => consequence);
}
