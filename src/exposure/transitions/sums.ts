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
  const terms = new Float64Array(atRisk.length);
  for (let at = 0; at < terms.length; at++) {
    const [risk, stopped] = [atRisk[at] ?? 0, stops[at] ?? 0];
    terms[at] = times(stopped, stop[at]) + times(risk - stopped, continuation[at]);
  }
  return neumaierSum(terms);
}

// The value of what is impossible may be infinite; where it did not happen it weighs nothing.
const times = (count: number, value = Number.NaN): number => (count === 0 ? 0 : count * value);

/** ΣN_j, Σd_j and the last rank with N_j > 0 (0 where there is none). */
export interface Totals {
  readonly atRisk: number;
  readonly stops: number;
  readonly ranks: number;
}

export function totalsOf({ atRisk, stops }: Transitions): Totals {
  const total = (counts: readonly number[]): number =>
    counts.reduce((sum, count) => sum + count, 0);
  const ranks = atRisk.findLastIndex((risk) => risk > 0) + 1;
  return { atRisk: total(atRisk), stops: total(stops), ranks };
}

/** The transitions of two sets of trajectories together, such as two days of a log. */
export const addTransitions = (a: Transitions, b: Transitions): Transitions =>
  sumOfTransitions([a, b]);

/** The transitions of many sets of trajectories together, such as those of a thousand buckets. */
export function sumOfTransitions(parts: readonly Transitions[]): Transitions {
  const ranks = parts.reduce((most, { atRisk }) => Math.max(most, atRisk.length), 0);
  const [atRisk, stops] = [new Array<number>(ranks).fill(0), new Array<number>(ranks).fill(0)];
  let trajectories = 0;
  for (const part of parts) {
    for (let at = 0; at < part.atRisk.length; at++) {
      atRisk[at] = (atRisk[at] ?? 0) + (part.atRisk[at] ?? 0);
      stops[at] = (stops[at] ?? 0) + (part.stops[at] ?? 0);
    }
    trajectories += part.trajectories;
  }
  return checkTransitions({ atRisk, stops, trajectories });
}

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
