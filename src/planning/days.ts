/** How the variance of an estimate over days splits: what every day adds, and what returning users keep. */
export interface DailyVariance {
  /** Var of one day on its own, less what days share. */
  readonly own: number;
  /** The covariance of two days: users who come back bring it again, so that no number of days takes it away. */
  readonly shared: number;
}

/** A day's part of an estimate: its share of the trajectories, and its own standard error. */
export interface DayPart {
  readonly share: number;
  readonly se: number;
}

/**
 * The split that gives the error of all days together: with equal days Var = own/D + shared, D the `count` of days. The covariance of
 * days is what Var holds beyond Σ share²·SE²; where that is negative, days are taken as independent.
 */
export function dailyVariance(
  se: number,
  days: readonly DayPart[],
  count: number = days.length,
): DailyVariance {
  const apart = days.reduce((sum, day) => sum + (day.share * day.se) ** 2, 0);
  const pairs = 1 - days.reduce((sum, { share }) => sum + share ** 2, 0);
  if (count < 2 || !(apart > 0) || !(pairs > 0)) return { own: se ** 2 * count, shared: 0 };
  const shared = Math.min(se ** 2, Math.max(0, (se ** 2 - apart) / pairs));
  return { own: (se ** 2 - shared) * count, shared };
}

/** The standard error after so many days of the same traffic. */
export const errorAfter = ({ own, shared }: DailyVariance, days: number): number =>
  Math.sqrt(own / days + shared);

/** Days until the error is as small as given; undefined where returning users keep it above that. */
export function daysUntil({ own, shared }: DailyVariance, se: number): number | undefined {
  const left = se ** 2 - shared;
  return left > 0 ? own / left : undefined;
}
