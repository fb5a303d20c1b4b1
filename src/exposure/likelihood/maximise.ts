import { exp, ln } from "../../numeric/index.js";

/** A function of one positive parameter and its derivative. */
export interface Objective {
  readonly value: (at: number) => number;
  readonly slope: (at: number) => number;
}

/** The range of the search. Estimates outside it would not be usable. */
export const searchFrom = 1e-12;
export const searchTo = 1e12;

/**
 * Where `value` is largest on [1e-12, 1e12], exact to the last digits; undefined where it has no maximum
 * inside. The sign of the slope is taken at steps of a factor e, each change from + to − is bisected
 * on the logarithm, and the best one wins, so that several maxima are told apart unless they are nearer than that.
 */
export function maximise({ value, slope }: Objective): number | undefined {
  const rises = (log: number): boolean => slope(exp(log)) > 0;
  const peaks: number[] = [];
  let before = rises(ln(searchFrom));
  for (let log = ln(searchFrom) + 1; log <= ln(searchTo); log++) {
    const here = rises(log);
    if (before && !here) peaks.push(exp(lastRise(rises, log - 1, log)));
    before = here;
  }
  return peaks.sort((a, b) => value(b) - value(a))[0];
}

function lastRise(rises: (log: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return low;
    if (rises(middle)) low = middle;
    else high = middle;
  }
}
