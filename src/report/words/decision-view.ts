import { percentOf } from "../../checks/trust-falls.js";
import type { ReasonCode } from "../../codes.js";
import type { Interval, Survival, Verdict, VerdictWord } from "../../evaluate/conclude/result.js";
import { isAnswer } from "../../evaluate/conclude/withheld.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import type { ReportedResult } from "../source.js";
import { conclusionTitle, describeConclusion } from "./conclusion.js";
import { estimandWords, feedWords, verdictWords } from "./names.js";
import { type NextStep, nextSteps } from "./next-steps.js";
import { placesOf, whichOf } from "./places.js";
import { percentsOf, showRange, showRangeInterval, type ValueRange } from "./range.js";
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
  /** One for each column; null where the study has no such line. */
  readonly cells: readonly (DecisionCell | null)[];
}

/** What keeps lines of a candidate open, or puts the number of a call in doubt, once for each reason. */
export interface OpenQuestion {
  readonly policy: string;
  readonly lines: number;
  /** " (4 lines)", " (like, feed home)" of a single one. */
  readonly which: string;
  /** "like, 2 feeds", of lines of one reward; "4 lines" of several, "like, feed home" of a single one. */
  readonly place: string;
  readonly verdict: VerdictWord;
  readonly message: string;
  readonly code: string;
}

export interface DecisionView {
  readonly baselines: readonly string[];
  readonly confidence: number;
  /** "like", "latency, lower is better" */
  readonly columns: readonly string[];
  readonly rows: readonly DecisionRow[];
  readonly conclusion: string;
  /** Whether a page's title says all of the conclusion. */
  readonly isTitle: boolean;
  /** Whether the conclusion is so short that Markdown, under a title of one's own, leaves it to the table. */
  readonly isShort: boolean;
  /** What to do next, once for all policies of which it is the same. */
  readonly next: readonly NextStep[];
  readonly open: readonly OpenQuestion[];
  /** From which fall of the rewards of a view by rank on calls are lost; null where there are none of that kind. */
  readonly trust: string | null;
  readonly truth: { readonly sentence: string; readonly numbers: readonly number[] } | null;
  /** What policies earned online, held against their estimates; the gravest first. */
  readonly online: readonly string[];
  readonly percentages: readonly number[];
}

const shortest = 101;

/** The lines of a result as a matrix; null where it compares nothing. */
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
    const decimals = telling(
      percents.interval,
      fewer(decimalsFor(noiseOf(percents), percents.value)),
    );
    return `${showRange(percents, decimals, " %")} ${showRangeInterval(percents, decimals)}`;
  }
  if (value === null || interval === null) return "no number";
  const decimals = telling(interval, fewer(decimalsFor(se, value)));
  const range = { value, set, interval, oneSided };
  return `diff. ${showRange(range, decimals, "")} ${showRangeInterval(range, decimals)}`;
}

/** As many decimals as keep an end of an interval that is not 0 from reading as 0. */
const telling = (interval: Interval, decimals: number): number =>
  interval.some((end) => end !== 0 && Number(end.toFixed(decimals)) === 0)
    ? decimals + 1
    : decimals;

/** About the standard error of a number: a quarter of what its interval holds beyond the set. */
const noiseOf = ({ set, interval: [low, high] }: ValueRange): number =>
  (high - low - (set ? set[1] - set[0] : 0)) / 4;

/** A cell holds one significant digit of the error: the tables below have two. */
const fewer = (decimals: number): number => Math.max(0, decimals - 1);

/**
 * What a reader of the matrix must know, once for each policy and reason: lines that are neither better nor worse,
 * first those without a number, and calls whose number another reading of the log excludes, or leans on what missing
 * views earn.
 */
function openQuestions(verdicts: readonly Verdict[]): readonly OpenQuestion[] {
  const doubts = verdicts.flatMap((line) => doubtsOf(line).map((why) => ({ line, ...why })));
  const keyOf = ({ line, code }: Doubt): string =>
    JSON.stringify([
      line.policy,
      code,
      isOpen(line),
      ...(code === missingViews && line.missing ? [line.reward] : []),
    ]);
  const groups = [...groupedBy(doubts, keyOf)].toSorted(([a], [b]) => graveness(b) - graveness(a));
  return groups.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : {
          policy: first.line.policy,
          lines: others.length + 1,
          place: placesOf([first, ...others].map(({ line }) => line)),
          which: whichOf([first, ...others].map(({ line }) => line)),
          verdict: first.line.verdict,
          message: first.message,
          code: first.code,
        },
  );
}

/** The check of missing views, whose figures are of one reward. */
const missingViews = "support";

interface Doubt {
  readonly line: Verdict;
  readonly code: string;
  readonly message: string;
}

const isOpen = ({ verdict }: Verdict): boolean =>
  verdict === "cannotTell" || verdict === "doNotTrust";

function doubtsOf(line: Verdict): readonly Omit<Doubt, "line">[] {
  if (isOpen(line)) return [line.reason];
  return (line.survives ?? [])
    .filter((survive) => survive.effect === "watch" && !namesFall(survive))
    .filter(
      ({ danger, interval }) =>
        excludes(interval, line.value) ||
        (danger === missingViews && line.missing !== undefined) ||
        line.readings?.some((reading) => reading.danger === danger && reading.role !== "replaced"),
    )
    .map(({ danger, message }) => ({ code: danger, message }));
}

/** What stands beside a call though no log tells it: "popularity 2.5 %", the least of its lines. */
function trustSentence(verdicts: readonly Verdict[]): string | null {
  const called = verdicts.filter((line) => !isOpen(line) && fallsThatLose(line).length > 0);
  const least = [...groupedBy(called, ({ policy }) => policy)].map((lines) => {
    const fall = percentOf(Math.min(...lines.flatMap(fallsThatLose)));
    return `${lines[0]?.policy} ${fall}`;
  });
  return least.length === 0
    ? null
    : `Calls are lost where users trust the ranker and rewards of a view fall by so much a rank: ${least.join(", ")}. [${trustBias}]`;
}

const trustBias: ReasonCode = "trustBias";

/** Falls that lose a call, but those that the items of its own log exclude. */
const fallsThatLose = ({ survives = [] }: Verdict): readonly number[] =>
  survives.filter(namesFall).flatMap(({ tipping, facts: { mostOfItems } }) => {
    const fall = tipping?.value ?? 0;
    return typeof mostOfItems === "number" && mostOfItems < fall ? [] : fall;
  });

const namesFall = ({ danger, effect, tipping }: Survival): boolean =>
  danger === trustBias && effect === "watch" && tipping?.unit === "share";

const excludes = (interval: Interval | null, value: number | null): boolean =>
  interval !== null && value !== null && (value < interval[0] || value > interval[1]);

function graveness(doubt: Doubt | undefined): number {
  if (doubt === undefined) return 0;
  if (doubt.line.verdict === "doNotTrust") return 3;
  return isAnswer(doubt.line) ? (isOpen(doubt.line) ? 0 : 2) : 1;
}

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
