import { hypot } from "../numeric/elementary/hypot.js";
import type { Alternative } from "./danger.js";
import { type JackknifeEstimate, jackknife } from "./jackknife.js";
import { callOf, establishedLevel, intervalOf, type Line, trigger, type Widened } from "./line.js";
import { once } from "./once.js";
import { lineUnder } from "./view-sums.js";

export interface Reestimate {
  /** The re-estimate of the line's difference. */
  readonly alternative: Alternative;
  readonly shift: JackknifeEstimate;
  readonly triggered: boolean;
  readonly established: boolean;
  readonly survives: boolean;
}

/**
 * The line's difference plus what another statistic of the same tables shifts it by. The error of the sum is
 * SE* · SEjack(alternative)/SEjack(difference), so that the noise of the two jackknives cancels.
 */
export function shiftedBy(
  line: Line,
  alternative: (without: number | undefined) => number,
  test?: JackknifeEstimate,
): Reestimate {
  const { difference, se, base, shift } = reestimated(line, alternative);
  const sign = test ?? shift;
  const triggered = Math.abs(sign.t) > trigger || (test === undefined && shift.se > base.se / 2);
  return {
    ...calledAgain(line, difference, se),
    shift,
    triggered,
    established: sign.p < establishedLevel(line),
  };
}

type Moved = Pick<Reestimate, "shift"> & { readonly alternative: Pick<Alternative, "se"> };

/** The set of a line that reaches to the lower and to the upper of two re-estimates, which may be one. */
export function widenedTo(line: Line, low: Moved, high: Moved = low): Omit<Widened, "code"> {
  const [below, above] = [Math.max(0, -low.shift.value), Math.max(0, high.shift.value)];
  const spreadOf = ({ alternative: { se } }: Moved): number => (line.se > 0 ? se / line.se : 1);
  return {
    ...{ below, above },
    spreads: [below > 0 ? spreadOf(low) : 1, above > 0 ? spreadOf(high) : 1],
    farthest: below > above ? low.shift : high.shift,
  };
}

/** A line's difference shifted to another statistic of the same tables, with its error. */
export function reestimated(
  line: Line,
  alternative: (without: number | undefined) => number,
): {
  readonly difference: number;
  readonly se: number;
  /** The line's own statistic, whose error that of the difference stands for. */
  readonly base: JackknifeEstimate;
  readonly shift: JackknifeEstimate;
} {
  const groups = line.log.trajectories.length;
  const plain = once(line, "difference", () =>
    kept((without) => lineUnder(line, line.curve, without)),
  );
  const found = kept(alternative);
  const base = jackknife(groups, plain);
  const other = jackknife(groups, found);
  const shift = jackknife(groups, (without) => found(without) - plain(without));
  const se = base.df < 1 || other.df < 1 ? line.se : errorOf(line, base, other, shift);
  return { difference: line.difference + shift.value, se, base, shift };
}

/** Another difference for the line, and whether the line's call holds by it too; `reading` is the line as that has it. */
export function calledAgain(
  line: Line,
  difference: number,
  se: number,
  reading: Line = line,
): Pick<Reestimate, "alternative" | "survives"> {
  const call = callOf(line, line.difference, line.se);
  const isNothing = Math.abs(difference) <= rounding * Math.abs(line.difference);
  return {
    alternative: { difference, se, interval: intervalOf(reading, difference, se) },
    survives: call === 0 || (!isNothing && callOf(reading, difference, se) === call),
  };
}

/** Sums of equal parts leave some 1e-16 of them, which is not an amount. */
export const isRounding = (
  { difference, se }: Pick<Line, "difference" | "se">,
  value: number,
): boolean => Math.abs(value) <= rounding * (Math.abs(difference) + se);

/** Sums that cancel leave some 1e-16 of them, which without an error would look like a sure difference. */
const rounding = 1e-9;

/** What is computed of all groups or without one, once each. */
export function kept<T>(of: (without?: number) => T): (without?: number) => T {
  const known = new Map<number | undefined, { readonly value: T }>();
  return (without) => {
    const found = known.get(without) ?? { value: of(without) };
    known.set(without, found);
    return found.value;
  };
}

const errorOf = (
  line: Line,
  base: JackknifeEstimate,
  other: JackknifeEstimate,
  shift: JackknifeEstimate,
): number => (base.se > 0 ? (line.se * other.se) / base.se : hypot(line.se, shift.se));
