import { neumaierSum } from "../../numeric/neumaier-sum.js";
import { checkTransitions, type Transitions } from "./transitions.js";

/** A number for one stop, and one for one continuation, at each rank: scores, influences. */
export interface TransitionValues {
  readonly stop: readonly number[];
  readonly continuation: readonly number[];
}

/** Σ_j d_j·stop_j + (N_j − d_j)·continuation_j. */
export function sumOver(
  { atRisk, stops }: Transitions,
  { stop, continuation }: TransitionValues,
): number {
  return neumaierSum(
    atRisk.map((risk, at) => {
      const stopped = stops[at] ?? 0;
      return times(stopped, stop[at]) + times(risk - stopped, continuation[at]);
    }),
  );
}

// The value of what is impossible may be infinite; where it did not happen it weighs nothing.
const times = (count: number, value = Number.NaN): number => (count === 0 ? 0 : count * value);

/** ΣN_j, Σd_j and the last rank with N_j > 0 (0 where there is none). */
export interface Totals {
  readonly atRisk: number;
  readonly stops: number;
  readonly ranks: number;
}

/** Sums over all ranks; of whole numbers, and so exact. */
export function totalsOf({ atRisk, stops }: Transitions): Totals {
  const total = (counts: readonly number[]): number =>
    counts.reduce((sum, count) => sum + count, 0);
  const ranks = atRisk.findLastIndex((risk) => risk > 0) + 1;
  return { atRisk: total(atRisk), stops: total(stops), ranks };
}

/** The transitions of two sets of trajectories together, such as two days of a log. */
export function addTransitions(a: Transitions, b: Transitions): Transitions {
  return checkTransitions({
    atRisk: sums(a.atRisk, b.atRisk),
    stops: sums(a.stops, b.stops),
    trajectories: a.trajectories + b.trajectories,
  });
}

const sums = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0));

/** Whether two sets of counts are equal; ranks at which nothing is at risk do not matter. */
export function sameTransitions(one: Transitions, other: Transitions): boolean {
  const same = (a: readonly number[], b: readonly number[]): boolean =>
    (a.length >= b.length ? a : b).every((_, at) => (a[at] ?? 0) === (b[at] ?? 0));
  return (
    one.trajectories === other.trajectories &&
    same(one.atRisk, other.atRisk) &&
    same(one.stops, other.stops)
  );
}
