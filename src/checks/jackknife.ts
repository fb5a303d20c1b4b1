import { square } from "../numeric/elementary/square.js";
import { tTwoSidedP } from "../numeric/student-t.js";

/** A statistic of a log with its standard error by leaving out one group of users at a time. */
export interface JackknifeEstimate {
  readonly value: number;
  readonly se: number;
  /** value / se, against Student's t with `df` degrees of freedom; 0 where both are 0. */
  readonly t: number;
  readonly df: number;
  readonly p: number;
}

/**
 * The delete-a-group jackknife: SE² = (G − 1)/G · Σ(x₍g₎ − mean)², where x₍g₎ is the statistic without
 * group g, against t with G − 1 degrees of freedom. With 32 groups its relative error is 13 %: it serves to
 * see whether a shift is there, not for an interval (Kott, Journal of Official Statistics 2001). Of a log so small that
 * the statistic is not a number with a group left out, nothing is told: t = 0 with no degrees of freedom.
 */
export function jackknife(
  groups: number,
  statistic: (without: number | undefined) => number,
): JackknifeEstimate {
  const value = statistic(undefined);
  const parts = Array.from({ length: groups }, (_, group) => statistic(group));
  const mean = parts.reduce((sum, part) => sum + part, 0) / groups;
  const squares = parts.reduce((sum, part) => sum + square(part - mean), 0);
  const se = Math.sqrt(((groups - 1) / groups) * squares);
  if (Number.isNaN(value + squares)) {
    return { value: Number.isNaN(value) ? 0 : value, se: 0, ...testOf(0, 0, 0) };
  }
  return { value, se, ...testOf(value, se, groups - 1) };
}

/**
 * The estimate with a standard error of at least the root of a variance that its counts alone give: of few
 * events all parts may agree by chance. Infinite where the counts say nothing.
 */
export function withVariance(estimate: JackknifeEstimate, least: number): JackknifeEstimate {
  const se = Math.sqrt(least);
  if (estimate.df < 1 || !(se > estimate.se)) return estimate;
  return { value: estimate.value, se, ...testOf(estimate.value, se, estimate.df) };
}

function testOf(value: number, se: number, df: number): Pick<JackknifeEstimate, "t" | "df" | "p"> {
  if (df < 1) return { t: 0, df: 0, p: 1 };
  if (se === 0)
    return value === 0 ? { t: 0, df, p: 1 } : { t: Math.sign(value) * Infinity, df, p: 0 };
  return { t: value / se, df, p: tTwoSidedP(value / se, df) };
}

/** What is computed of all groups or without one, once each. */
export function kept<T>(of: (without?: number) => T): (without?: number) => T {
  const known = new Map<number | undefined, { readonly value: T }>();
  return (without) => {
    const found = known.get(without) ?? { value: of(without) };
    known.set(without, found);
    return found.value;
  };
}
