import { type Reason, reason } from "../../errors.js";
import { square } from "../../numeric/elementary/square.js";
import { showNumber } from "../../numeric/show-number.js";
import { tTwoSidedP } from "../../numeric/student-t.js";
import type { Difference, DifferenceRow, RowKey, Verdict } from "./result.js";

/** Fewest days: of fewer, hardly any slope is told from 0. */
const leastDays = 5;
/** At which a slope is told from 0, over the comparisons of the study. */
const established = 0.01;

/** A sentence for each verdict whose daily differences rise or fall over the days beyond their errors. */
export function trendsOfDays(
  verdicts: readonly Verdict[],
  differences: readonly DifferenceRow[],
): readonly Reason[] {
  return verdicts.flatMap((verdict): readonly Reason[] => {
    const { policy, baseline, reward, feed } = verdict;
    const ofDays = differences.filter((row) => row.day !== null && isOfVerdict(row, verdict));
    const days = ofDays.filter(
      (row): row is Difference => row.withheld === undefined && !("none" in row) && row.se > 0,
    );
    if (days.length < leastDays || ofDays.some((row) => row.withheld !== undefined)) return [];
    const { first, last, p } = trendOf(days);
    if (!(p < established / verdicts.length)) return [];
    const [from, to] = [first, last].map((value) => showNumber(value, 4));
    const place = feed === null ? reward : `${reward}, feed ${feed}`;
    const message = `${policy} (${place}): the difference from ${baseline} ${last < first ? "falls" : "rises"} from ${from} to ${to} over the ${days.length} days. The verdict is of their mean: where what is new wears off, the last days are nearer to what comes after.`;
    return [reason("trendOfDays", message, { policy, reward, feed, first, last, p })];
  });
}

const isOfVerdict = (row: RowKey, verdict: Verdict): boolean =>
  row.policy === verdict.policy &&
  row.reward === verdict.reward &&
  row.feed === verdict.feed &&
  row.estimator === verdict.estimator &&
  row.estimand === verdict.estimand &&
  JSON.stringify(row.parameters) === JSON.stringify(verdict.parameters);

/**
 * The comparison through daily differences by their errors, at the first and the last day, and p of its slope. Days that
 * scatter by more than their errors, as weeks do, widen that of the slope.
 */
function trendOf(days: readonly Difference[]): {
  readonly first: number;
  readonly last: number;
  readonly p: number;
} {
  const at = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const weights = days.map(({ se }) => 1 / square(se));
  const sum = (of: (place: number) => number): number =>
    days.reduce((total, _, place) => total + (weights[place] ?? 0) * of(place), 0);
  const total = sum(() => 1);
  const middle = sum((place) => at[place] ?? 0) / total;
  const mean = sum((place) => days[place]?.value ?? 0) / total;
  const x = at.map((day) => day - middle);
  const spread = sum((place) => square(x[place] ?? 0));
  const slope = sum((place) => (x[place] ?? 0) * ((days[place]?.value ?? 0) - mean)) / spread;
  const onLine = (place: number): number => mean + slope * (x[place] ?? 0);
  const rest = sum((place) => square((days[place]?.value ?? 0) - onLine(place)));
  const df = days.length - 2;
  const se = Math.sqrt(Math.max(1, rest / df) / spread);
  return { first: onLine(0), last: onLine(days.length - 1), p: tTwoSidedP(slope / se, df) };
}
