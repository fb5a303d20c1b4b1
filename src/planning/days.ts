import { square } from "../numeric/elementary/square.js";

/** How the variance of an estimate over days splits: what every day adds, and what returning users keep. */
export interface DailyVariance {
  /** Var of one day on its own, less what days share. */
  readonly perDay: number;
  /** The covariance of two days: users who come back bring it again, so that no number of days takes it away. */
  readonly shared: number;
}

/** A day's part of an estimate: its share of the trajectories, and its own standard error. */
export interface DayPart {
  readonly share: number;
  readonly se: number;
}

/**
 * The split that gives the error of all days together: with equal days Var = perDay/D + shared, D the `count` of days. The covariance of
 * days is what Var holds beyond Σ share²·SE²; where that is negative, days are taken as independent.
 */
export function dailyVariance(
  se: number,
  days: readonly DayPart[],
  count: number = days.length,
): DailyVariance {
  const apart = days.reduce((sum, day) => sum + square(day.share * day.se), 0);
  const pairs = 1 - days.reduce((sum, { share }) => sum + square(share), 0);
  if (count < 2 || !(apart > 0) || !(pairs > 0)) return { perDay: square(se) * count, shared: 0 };
  const shared = Math.min(square(se), Math.max(0, (square(se) - apart) / pairs));
  return { perDay: (square(se) - shared) * count, shared };
}

/** The standard error after so many days of the same traffic. */
export const errorAfter = ({ perDay, shared }: DailyVariance, days: number): number =>
  Math.sqrt(perDay / days + shared);

/** Days until the error is as small as given; undefined where returning users keep it above that. */
export function daysUntil({ perDay, shared }: DailyVariance, se: number): number | undefined {
  const left = square(se) - shared;
  return left > 0 ? perDay / left : undefined;
}

/** What keeps an error from falling: users who come back, the curve of a file, or one cannot tell. */
export type Never = "sameUsers" | "curveOfFile" | "unclear";

/**
 * Why no number of days lowers the error to `se`, given that none does. What days share is known only up to the error
 * of a variance, about Var·√(2/ν) with ν degrees of freedom: below twice that it may as well be 0, so that it is
 * unclear whether users who come back keep the error up. `ofFile` is the part of `shared` of a curve from a file.
 */
export function whyNever(
  { perDay, shared, ofFile = 0 }: DailyVariance & { readonly ofFile?: number },
  days: number,
  df: number,
  se: number,
): Never {
  const ofUsers = shared - ofFile;
  const isSeen = ofUsers > 2 * Math.sqrt(2 / df) * (perDay / days + ofUsers);
  if (isSeen && square(se) <= ofUsers) return "sameUsers";
  return isSeen || square(se) <= ofFile ? "curveOfFile" : "unclear";
}
