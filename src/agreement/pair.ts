/** A number with its standard error. */
export interface Measured {
  readonly value: number;
  readonly se: number;
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
