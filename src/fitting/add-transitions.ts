import { checkTransitions, type Transitions } from "./transitions.js";

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
