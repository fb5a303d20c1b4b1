import { type Reason, reason } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { fitterOf } from "../../exposure/index.js";
import { tabulate } from "../../exposure/tabulate.js";
import { leastAtRisk } from "../../exposure/transitions/ranks.js";
import { ln } from "../../numeric/elementary/ln.js";
import { square } from "../../numeric/elementary/square.js";
import type { LargestError } from "../compare/curve-error.js";

/** |log p_day − log p_all| and the rank where it is. */
export type DriftGap = LargestError;

/** Where two curves differ most in log p, over the ranks from 2 on that both logs support. */
export function gapBetween(day: Fit, pooled: Fit): DriftGap | Reason {
  const upTo = Math.min(
    day.lastSupportedRank,
    pooled.lastSupportedRank,
    lastOf(day),
    lastOf(pooled),
  );
  if (upTo < 2) return thin;
  const all = tabulate(pooled.curve, upTo);
  const gaps = tabulate(day.curve, upTo).map((p, at) => Math.abs(ln(p / (all[at] ?? p))));
  const value = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  return { value, rank: value === 0 ? upTo : gaps.indexOf(value) + 1 };
}

/** The largest gap of any day. */
export function largestGap(
  days: readonly { readonly day: string; readonly fit: Fit }[],
  pooled: Fit,
): (DriftGap & { readonly day: string }) | Reason {
  const gaps = days.flatMap(({ day, fit }) => {
    const gap = gapBetween(fit, pooled);
    return "code" in gap ? [] : [{ ...gap, day }];
  });
  return gaps.toSorted((a, b) => b.value - a.value)[0] ?? thin;
}

/**
 * The standard error of log p_day − log p_all at a rank: delete-a-group jackknife over fits without one group
 * of users. null without groups, and where a fit without one fails or does not reach the rank.
 */
export function errorOfGap(
  rank: number,
  groups: number,
  fitsWithout: (group: number) => readonly [day: Fit, pooled: Fit] | undefined,
): number | null {
  if (groups < 2) return null;
  const gaps = Array.from({ length: groups }, (_, group) => {
    const fits = fitsWithout(group);
    const [p, all] = (fits ?? []).map((fit) => tabulate(fit.curve, rank).at(-1));
    return p !== undefined && all !== undefined ? ln(p / all) : Number.NaN;
  });
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / groups;
  const squares = gaps.reduce((sum, gap) => sum + square(gap - mean), 0);
  const se = Math.sqrt(((groups - 1) / groups) * squares);
  return Number.isFinite(se) ? se : null;
}

/** A measured curve, unlike others, covers no rank beyond its estimates. */
const lastOf = (fit: Fit): number =>
  fitterOf(fit.model, fit).kind === "measured" ? fit.estimates.length : Number.POSITIVE_INFINITY;

const thin: Reason = reason(
  "tooThin",
  `Fewer than ${leastAtRisk} views at rank 2 are at risk on the day: too few to compare its curve.`,
);
