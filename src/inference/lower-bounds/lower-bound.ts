/** A mean of independent values, with what is known of their range before they are seen. */
export interface BoundedSample {
  readonly mean: number;
  /** Divided by n − 1. */
  readonly variance: number;
  readonly n: number;
  /** The least and the largest value that there can be, not those that were seen. */
  readonly range: readonly [number, number];
}

/**
 * A lower bound of a true mean that fails with a chance of at most δ. Of a clipped estimate of rewards that are
 * never negative it is a lower bound of the reward itself, since clipping only takes away.
 */
export interface LowerBound {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  /** It holds at every n, and needs the range; else it is an approximation for large n. */
  readonly isExact: boolean;
  readonly of: (sample: BoundedSample, delta: number) => number;
}
