import type { ReasonCode } from "../../codes.js";
import type { Verdict } from "../../evaluate/conclude/result.js";
import { isAnswer } from "../../evaluate/conclude/withheld.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import { counted, showPercent, showTwoDigits } from "../../numeric/show-number.js";
import { inLine } from "../../plain-line.js";
import { timesTheDaysOnline, timesTheLog } from "../../planning/index.js";
import { lengthsFirst, remedies } from "../../remedies.js";
import type { ReportedResult } from "../source.js";
import { isExcludedBy } from "./open-questions.js";
import { placesOf } from "./places.js";

/** What to do next about policies, as their verdicts, reasons and guardrails say. */
export interface NextStep {
  /** "fresh-model, new-release", or "candidate (like, feed 1)" for some of its comparisons alone. */
  readonly of: string;
  /** "start an A/B test" */
  readonly brief: string;
  /** "start an A/B test: half of the users in each group; at this log's 6,600 trajectories a day it takes 1 week to detect +5.4 %" */
  readonly words: string;
  /** Numbers in the words that the JSON does not hold. */
  readonly numbers: readonly number[];
}

type Advice = Omit<NextStep, "of">;

/** A step for each policy and kind of advice; policies of one and the same step share it. */
export function nextSteps(result: ReportedResult): readonly NextStep[] {
  const steps = groupedBy(result.verdicts, ({ policy }) => policy).flatMap((ofPolicy) =>
    groupedBy(ofPolicy, (line) => kindOf(line, ofPolicy, result)).map((lines) => ({
      ...adviceOf(lines, kindOf(lines[0] as Verdict, ofPolicy, result), result),
      of: `${lines[0]?.policy}${lines.length === ofPolicy.length ? "" : ` (${placesOf(lines)})`}`,
    })),
  );
  return together(steps, "words");
}

/** Merges steps with the same words. */
export const together = (steps: readonly NextStep[], by: "words" | "brief"): readonly NextStep[] =>
  groupedBy(steps, (step) => step[by]).flatMap(([first, ...others]) =>
    first === undefined ? [] : { ...first, of: [first, ...others].map(({ of }) => of).join(", ") },
  );

/** What comparisons of one policy with the same advice have in common; a code stands for its remedy. */
type Kind = "better" | "worse" | "mixed" | "guarded" | "unranked" | "width" | ReasonCode;

function kindOf(
  line: Verdict,
  ofPolicy: readonly Verdict[],
  { guardrails = [] }: ReportedResult,
): Kind {
  const { verdict, reason } = line;
  if (verdict === "doNotTrust") return reason.code;
  if (verdict === "cannotTell") return byWidth.has(reason.code) ? "width" : reason.code;
  const called = new Set(ofPolicy.map((each) => each.verdict));
  if (called.has("better") && called.has("worse")) return "mixed";
  const isBroken = guardrails.some(
    ({ policy, outcome }) => outcome === "broken" && policy === ofPolicy[0]?.policy,
  );
  if (verdict === "worse") return verdict;
  if (isBroken) return "guarded";
  return isExcludedBy(line, "itemsNotRanked") ? "unranked" : verdict;
}

const byWidth: ReadonlySet<string> = new Set<ReasonCode>(["intervalHoldsZero", "notSignificant"]);

const plain: Readonly<Partial<Record<Kind, string>>> = {
  worse: "do not launch",
  mixed: "weigh where it is better against where it is worse, before any test",
  guarded: "do not launch as it is: it breaks a guardrail",
  unranked: `${remedies.itemsNotRanked}, then start an A/B test`,
};

function adviceOf(lines: readonly Verdict[], kind: Kind, result: ReportedResult): Advice {
  if (kind === "better") return onlineTest(lines, result);
  if (kind === "width") return moreLog(lines);
  const isOfLengths =
    kind === "excessWeight" && result.warnings.some(({ code }) => code === "listLengthUnknown");
  if (isOfLengths) return said(`${lengthsFirst}; ${remedies.excessWeight}`);
  const remedy = plain[kind] ?? (remedies as Readonly<Partial<Record<Kind, string>>>)[kind];
  const found = result.diagnostics.find(
    ({ code, policy, reward }) =>
      code === kind &&
      lines.some(
        (line) => [null, line.policy].includes(policy) && [null, line.reward].includes(reward),
      ),
  )?.remedy;
  return said(remedy ?? (found && inLine(found)) ?? `see hindcast explain ${kind}`);
}

/** The brief form ends before the first semicolon, colon or bracket. */
const said = (text: string, numbers: readonly number[] = []): Advice => {
  const words = text.replaceAll("`", "");
  return { brief: words.split(/[;:] | \(/)[0] ?? words, words, numbers };
};

/** How long a test takes for the comparison that needs least, and for the one that needs most. */
function onlineTest(lines: readonly Verdict[], result: ReportedResult): Advice {
  const { days, trajectories } = result.log;
  const times = lines
    .map((line) => ({ line, times: timesOnline(line, result) }))
    .toSorted((a, b) => a.times - b.times);
  const [first, last] = [times[0], times.at(-1)];
  if (days === null || first === undefined || last === undefined || !Number.isFinite(last.times))
    return said("start an A/B test");
  const weeksOf = (times: number): number => Math.ceil((times * days) / 7);
  const isAlike = weeksOf(first.times) === weeksOf(last.times);
  const shown = isAlike ? [last] : [first, last];
  const parts = shown.map(({ line, times }) => {
    const [weeks, lift] = [weeksOf(times), leastLift(line)];
    const what = lift === null ? "the difference" : showPercent(lift);
    const where = lines.length > 1 ? ` (${placesOf([line])})` : "";
    return `${counted(weeks, "week")} to detect ${what}${where}`;
  });
  const traffic = showTwoDigits(trajectories / days);
  return said(
    `start an A/B test: half of the users in each group; at this log's ${traffic} trajectories a day it takes ${parts.join(", ")}`,
    [
      Number(traffic.replaceAll(",", "")),
      ...shown.flatMap(({ line, times }) => [weeksOf(times), 100 * (leastLift(line) ?? 0)]),
    ],
  );
}

/** Infinite where the log does not say. */
function timesOnline(line: Verdict, { estimates, confidence }: ReportedResult): number {
  const base = estimates.find(
    (row) =>
      row.policy === line.baseline &&
      row.day === null &&
      row.reward === line.reward &&
      row.feed === line.feed &&
      row.estimator === line.estimator &&
      row.estimand === line.estimand,
  );
  if (base === undefined || "none" in base) return Infinity;
  return timesTheDaysOnline(line, base, confidence) ?? Infinity;
}

/** The smallest size that the log leaves possible. */
function leastLift({ lift }: Verdict): number | null {
  if (lift === null || "none" in lift) return null;
  const { value, set = [value, value] } = lift;
  return value < 0 ? set[1] : set[0];
}

/** A log that would have to be larger by more is not worth waiting for. */
const mostTimes = 20;

function moreLog(lines: readonly Verdict[]): Advice {
  const times = lines.map((line) => (isAnswer(line) ? timesTheLog(line) : null));
  const most = Math.max(...times.map((time) => time ?? Infinity));
  if (!Number.isFinite(most)) return said(remedies.intervalHoldsZero ?? "");
  const shown = showTwoDigits(Math.max(1, most));
  const numbers = [Number(shown.replaceAll(",", ""))];
  return most > mostTimes
    ? said(`test online: this log would have to be about ${shown} times as large`, numbers)
    : said(`log about ${shown} times as much; hindcast plan says how many days`, numbers);
}
