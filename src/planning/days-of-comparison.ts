import { differencesAsSeen, differencesByKnownCurves } from "../evaluate/conclude/answers.js";
import { daysOfFeed } from "../evaluate/conclude/feeds-of.js";
import type { OpenTally } from "../evaluate/conclude/open-tally.js";
import type { Answered, Difference, DifferenceRow } from "../evaluate/conclude/result.js";
import { isSameQuestion } from "../evaluate/conclude/row-key.js";
import { hasFeed } from "../inference/scope.js";
import { square } from "../numeric/elementary/square.js";
import { type DailyVariance, dailyVariance } from "./days.js";

/** Rows whose errors are those of what was seen: that of a comparison's test is of its hypothesis, and holds no days. */
export interface RowsAsSeen {
  /** As if fitted curves were known: the error of one that was fitted to all days would hide what days share. */
  readonly byDay: readonly Difference[];
  /** With the errors of curves, where one is of a file. */
  readonly withCurves: readonly Difference[];
}

export async function rowsAsSeen(base: OpenTally): Promise<RowsAsSeen> {
  const isOfFile = base.fitted.some(({ origin }) => origin === "file");
  return {
    byDay: answered(await differencesByKnownCurves(base)),
    withCurves: isOfFile ? answered(await differencesAsSeen(base, false)) : [],
  };
}

export const answered = (rows: readonly Answered<DifferenceRow>[]): readonly Difference[] =>
  rows.filter((row): row is Difference => "value" in row);

export interface Daily extends DailyVariance {
  /** Days of the log; 1 stands for the whole log where it names none. */
  readonly count: number;
  readonly named: boolean;
  /** What a curve from a file keeps of `shared`; returning users keep the rest. */
  readonly ofFile?: number;
  /** The error over all days that was seen, as if fitted curves were known. */
  readonly se: number;
}

/**
 * The error of a comparison's test by days: it is split as that of the same difference was seen to be, day by day and under
 * a known curve. The part of the error that a curve adds is taken to fall with days as the rest does where the curve is
 * fitted to the log, since more days improve it too; that of a curve from a file stays as it is. A day without
 * an answer counts as one without an error of its own, so that what days share is rather too large than too small.
 */
export function dailyOf({ tally, fitted }: OpenTally, row: Difference, rows: RowsAsSeen): Daily {
  const loggedDays = daysOfFeed(tally, row.feed).length;
  const [named, count] = [loggedDays > 0, Math.max(1, loggedDays)];
  const isSame = (difference: Difference): boolean =>
    difference.policy === row.policy && isSameQuestion({ ...difference, day: null }, row);
  const same = rows.byDay.filter(isSame);
  const { se = row.se } = same.find(({ day }) => day === null) ?? {};
  const days = same.filter(({ day }) => day !== null);
  const parts = days.map(({ n, se }) => ({ share: n / row.n, se }));
  const { perDay, shared } = dailyVariance(se, parts, count);
  const isOfFile = fitted.some(
    ({ feed, origin }) => origin === "file" && hasFeed({ feed: row.feed }, feed),
  );
  if (isOfFile) {
    const whole = rows.withCurves.find(isSame)?.se ?? row.se;
    const ofTest = whole > 0 ? square(row.se / whole) : 1;
    const ofFile = ofTest * Math.max(0, square(whole) - square(se));
    return { perDay: ofTest * perDay, shared: ofTest * shared + ofFile, ofFile, count, named, se };
  }
  const more = se > 0 ? square(row.se / se) : 1;
  return { perDay: more * perDay, shared: more * shared, count, named, se };
}
