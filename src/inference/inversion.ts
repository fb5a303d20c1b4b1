import { InternalError } from "../errors.js";
import { narrowBracket, type Trial } from "../numeric/narrow-bracket.js";
import type { Interval } from "./intervals/interval.js";

/** The ends of an interval, each narrowed down when it is asked for. */
export type Ends = readonly [low: () => number, high: () => number];

export const endsOf = ([low, high]: Interval): Ends => [() => low, () => high];

export const narrowed = ([low, high]: Ends): Interval => [low(), high()];

/**
 * The ends of the interval of the hypotheses that are not rejected, around an estimate that is not: `excess` is above 0
 * where a hypothesis is rejected. Each end is looked for outwards from the estimate; 0 is tried first where it lies on
 * that side, so that the interval holds 0 exactly when 0 is not rejected. The ends lie outside `interval`, which is
 * known not to be rejected, as by a weaker test. An estimate whose step is 0 has no error. Undefined where a side has
 * no end.
 */
export function acceptedAround(
  excess: (hypothesis: number) => number,
  estimate: number,
  step: number,
  interval: Interval = [estimate, estimate],
): Ends | undefined {
  if (step === 0) return endsOf([estimate, estimate]);
  if (!(step > 0)) throw new InternalError(`Expected an error of 0 or more; came ${step}.`);
  const lo = endOf(excess, interval[0], -step);
  const hi = endOf(excess, interval[1], step);
  return lo === undefined || hi === undefined ? undefined : [lo, hi];
}

const mostDoublings = 60;

function endOf(
  excess: (hypothesis: number) => number,
  from: number,
  step: number,
): (() => number) | undefined {
  const tried = (at: number): Trial => ({ at, value: excess(at) });
  let inside: Trial = tried(from);
  if (from !== 0 && Math.sign(-from) === Math.sign(step)) {
    const zero = tried(0);
    if (zero.value > 0) return endBetween(excess, inside, zero);
    inside = zero;
  }
  for (let doubling = 0, reach = step; doubling < mostDoublings; doubling++, reach *= 2) {
    const next = tried(inside.at + reach);
    if (!Number.isFinite(next.at)) return undefined;
    if (next.value > 0) return endBetween(excess, inside, next);
    inside = next;
  }
  return undefined;
}

const relativeWidth = 1e-11;

/** The accepted side, so that an end next to a rejected 0 is not 0. */
const endBetween =
  (excess: (at: number) => number, inside: Trial, outside: Trial): (() => number) =>
  () =>
    narrowBracket(excess, inside, outside, relativeWidth).low.at;
