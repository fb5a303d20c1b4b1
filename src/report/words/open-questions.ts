import type { ReasonCode } from "../../codes.js";
import type {
  CheckResult,
  Interval,
  Verdict,
  VerdictWord,
} from "../../evaluate/conclude/result.js";
import { isAnswer } from "../../evaluate/conclude/withheld.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import { mergedSentence } from "./merged-sentence.js";
import { placesOf, whichOf } from "./places.js";

/** Why comparisons of a candidate are undecided, or the number of a verdict is in doubt, once for each reason. */
export interface OpenQuestion {
  readonly policy: string;
  readonly lines: number;
  /** " (4 comparisons)", or " (like, feed home)" for a single one. */
  readonly which: string;
  /** "like, 2 feeds" for one reward; "4 comparisons" for several, "like, feed home" for a single one. */
  readonly place: string;
  readonly verdict: VerdictWord;
  readonly message: string;
  readonly code: string;
}

/**
 * What a reader of the matrix must know, once for each policy and reason: comparisons that are neither better nor
 * worse, first those without a number, and verdicts whose number an alternative estimate excludes, or which depends on
 * what missing views earn.
 */
export function openQuestions(verdicts: readonly Verdict[]): readonly OpenQuestion[] {
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
          message: messageOf([first, ...others]),
          code: first.code,
        },
  );
}

/** With the figures of all comparisons, or naming the one that they are from. */
function messageOf(doubts: readonly [Doubt, ...Doubt[]]): string {
  const [{ line, message }] = doubts;
  return (
    mergedSentence(doubts.map((doubt) => doubt.message)) ??
    `${message} (For ${placesOf([line])}; the others differ.)`
  );
}

/** The check of missing views, whose figures are for one reward. */
const missingViews = "support";

interface Doubt {
  readonly line: Verdict;
  readonly code: string;
  readonly message: string;
}

function doubtsOf(line: Verdict): readonly Omit<Doubt, "line">[] {
  if (isOpen(line)) return [line.reason];
  return (line.checks ?? [])
    .filter((survive) => survive.effect === "watch" && !namesFall(survive))
    .filter(
      ({ check, interval }) =>
        excludes(interval, line.value) ||
        (check === missingViews && line.missing !== undefined) ||
        line.alternatives?.some(
          (reading) => reading.check === check && reading.role !== "replaced",
        ),
    )
    .map(({ check, message }) => ({ code: check, message }));
}

/** Whether the verdict holds under a check that excludes its number. */
export const isExcludedBy = ({ checks = [], value }: Verdict, code: ReasonCode): boolean =>
  checks.some(
    ({ check, effect, interval }) =>
      check === code && effect === "watch" && excludes(interval, value),
  );

const excludes = (interval: Interval | null, value: number | null): boolean =>
  interval !== null && value !== null && (value < interval[0] || value > interval[1]);

function graveness(doubt: Doubt | undefined): number {
  if (doubt === undefined) return 0;
  if (doubt.line.verdict === "doNotTrust") return 3;
  return isAnswer(doubt.line) ? (isOpen(doubt.line) ? 0 : 2) : 1;
}

export const isOpen = ({ verdict }: Verdict): boolean =>
  verdict === "cannotTell" || verdict === "doNotTrust";

export const namesFall = ({ check, effect, tipping }: CheckResult): boolean =>
  check === trustBias && effect === "watch" && tipping?.unit === "share";

export const trustBias: ReasonCode = "trustBias";
