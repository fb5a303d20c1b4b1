import { type Reason, reason } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { tabulate } from "../../exposure/tabulate.js";
import { measuredSurvival } from "../../exposure/transitions/kaplan-meier.js";
import { leastAtRisk } from "../../exposure/transitions/ranks.js";
import { ln } from "../../numeric/elementary/ln.js";

/** The largest error of a curve and the rank where it is. */
export interface LargestError {
  readonly value: number;
  readonly rank: number;
}

export interface CurveError {
  /** max |p_model − p̂|. */
  readonly probability: LargestError;
  /** max |log p_model − log p̂|: the relative error of weights, which are ratios of p's. */
  readonly log: LargestError;
  /** The last rank that was compared, the last with 50 views at risk. */
  readonly upTo: number;
}

/** How far a fitted curve lies from the measured one, over the ranks that can tell. */
export function curveError(fit: Fit): CurveError | Reason {
  const measured = measuredSurvival(fit.transitions).slice(0, fit.lastSupportedRank);
  const upTo = measured.length;
  if (upTo < 2) return tooThin(fit.transitions.atRisk[1] ?? 0);
  const p = tabulate(fit.curve, upTo);
  const gap = (of: (p: number) => number): LargestError =>
    largest(measured.map((value, at) => Math.abs(of(p[at] ?? 0) - of(value))));
  return { probability: gap((value) => value), log: gap(ln), upTo };
}

function largest(errors: readonly number[]): LargestError {
  const value = errors.reduce((most, error) => Math.max(most, error), 0);
  return { value, rank: errors.indexOf(value) + 1 };
}

const tooThin = (atRisk: number): Reason =>
  reason(
    "tooThin",
    `Fewer than ${leastAtRisk} views at rank 2 are at risk (${atRisk}): too few to measure a curve. Use more days of the log.`,
    { atRisk, least: leastAtRisk },
  );
