import type { Transitions } from "./transitions.js";

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
