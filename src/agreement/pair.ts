import type { Interval } from "../inference/intervals/interval.js";
import { pOfSet } from "../inference/set-interval.js";

/** A number with its standard error. */
export interface Measured {
  readonly value: number;
  readonly se: number;
  /** What it may be whatever its error, as its verdict has it, where that is more than one value; with the errors of both ends. */
  readonly set?: Interval;
  readonly setSe?: readonly [number, number];
}

/** Both ends of what it may be, each with its error. */
export function endsOf(measured: Measured): readonly [low: Measured, high: Measured] {
  const { value, se, set = [value, value], setSe = [se, se] } = measured;
  return [
    { value: set[0], se: setSe[0] },
    { value: set[1], se: setSe[1] },
  ];
}

/** The value of its set that is nearest to another one: that itself, or the end on its side. */
export function nearestTo(at: number, measured: Measured): Measured {
  const [low, high] = endsOf(measured);
  if (at <= low.value) return low;
  return at >= high.value ? high : { value: at, se: Math.max(low.se, high.se) };
}

/** Two-sided, of no difference, whichever value of the set is true. */
export function twoSidedP(measured: Measured): number {
  const [low, high] = endsOf(measured);
  const set = { ends: [low.value, high.value], se: [low.se, high.se] } as const;
  return pOfSet(set, Number.POSITIVE_INFINITY);
}

/** What one policy earned online, and what was estimated of it offline: a point of the picture. */
export interface Pair {
  readonly policy: string;
  /** Null where the pair is over all days of the policy's online results. */
  readonly day: string | null;
  readonly online: Measured;
  readonly offline: Measured;
  /** The covariance of the two errors, which is not 0 where one log is in both. */
  readonly covariance: number;
}
