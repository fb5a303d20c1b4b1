import { hypot } from "../numeric/elementary/hypot.js";
import type { AlternativeDifference } from "./check.js";
import type { Comparison, NamedWidening } from "./comparison.js";
import { decisionOf, establishedLevel, trigger } from "./decision-of.js";
import { intervalOf } from "./interval-of.js";
import { type JackknifeEstimate, jackknife, kept } from "./jackknife.js";
import { once } from "./once.js";
import { comparisonUnder } from "./view-sums.js";

export interface Reestimate {
  /** The re-estimate of the comparison's difference. */
  readonly alternative: AlternativeDifference;
  readonly shift: JackknifeEstimate;
  readonly triggered: boolean;
  readonly established: boolean;
  readonly holds: boolean;
}

/**
 * The comparison's difference plus what another statistic of the same tables shifts it by. The error of the sum is
 * SE* · SEjack(alternative)/SEjack(difference), so that the noise of the two jackknives cancels.
 */
export function shiftedBy(
  comparison: Comparison,
  alternative: (without: number | undefined) => number,
  test?: JackknifeEstimate,
): Reestimate {
  const { difference, se, base, shift } = reestimated(comparison, alternative);
  const sign = test ?? shift;
  const triggered = Math.abs(sign.t) > trigger || (test === undefined && shift.se > base.se / 2);
  return {
    ...decidedAgain(comparison, difference, se),
    shift,
    triggered,
    established: sign.p < establishedLevel(comparison),
  };
}

type ShiftedBy = Pick<Reestimate, "shift"> & {
  readonly alternative: Pick<AlternativeDifference, "se">;
};

/** The set of a comparison that reaches to the lower and to the upper of two re-estimates, which may be one. */
export function widenedTo(
  comparison: Comparison,
  low: ShiftedBy,
  high: ShiftedBy = low,
): Omit<NamedWidening, "code"> {
  const [below, above] = [Math.max(0, -low.shift.value), Math.max(0, high.shift.value)];
  const spreadOf = ({ alternative: { se } }: ShiftedBy): number =>
    comparison.se > 0 ? se / comparison.se : 1;
  return {
    ...{ below, above },
    spreads: [below > 0 ? spreadOf(low) : 1, above > 0 ? spreadOf(high) : 1],
    farthest: below > above ? low.shift : high.shift,
  };
}

/** A comparison's difference shifted to another statistic of the same tables, with its error. */
export function reestimated(
  comparison: Comparison,
  alternative: (without: number | undefined) => number,
): {
  readonly difference: number;
  readonly se: number;
  /** The comparison's own statistic, whose error that of the difference stands for. */
  readonly base: JackknifeEstimate;
  readonly shift: JackknifeEstimate;
} {
  const groups = comparison.log.trajectories.length;
  const plain = plainDifference(comparison);
  const found = kept(alternative);
  const base = jackknife(groups, plain);
  const other = jackknife(groups, found);
  const shift = jackknife(groups, (without) => found(without) - plain(without));
  const se = base.df < 1 || other.df < 1 ? comparison.se : errorOf(comparison, base, other, shift);
  return { difference: comparison.difference + shift.value, se, base, shift };
}

const plainDifference = once((comparison: Comparison) =>
  kept((without) => comparisonUnder(comparison, comparison.curve, without)),
);

/** Another difference for the comparison, and whether the comparison's verdict holds by it too; `reading` is the comparison as that has it. */
export function decidedAgain(
  comparison: Comparison,
  difference: number,
  se: number,
  alternative: Comparison = comparison,
): Pick<Reestimate, "alternative" | "holds"> {
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  const isNothing = Math.abs(difference) <= rounding * Math.abs(comparison.difference);
  return {
    alternative: { difference, se, interval: intervalOf(alternative, difference, se) },
    holds: decision === 0 || (!isNothing && decisionOf(alternative, difference, se) === decision),
  };
}

/** Sums of equal parts leave some 1e-16 of them, which is not an amount. */
export const isRounding = (
  { difference, se }: Pick<Comparison, "difference" | "se">,
  value: number,
): boolean => Math.abs(value) <= rounding * (Math.abs(difference) + se);

/** Sums that cancel leave some 1e-16 of them, which without an error would look like a sure difference. */
const rounding = 1e-9;

const errorOf = (
  comparison: Comparison,
  base: JackknifeEstimate,
  other: JackknifeEstimate,
  shift: JackknifeEstimate,
): number => (base.se > 0 ? (comparison.se * other.se) / base.se : hypot(comparison.se, shift.se));
