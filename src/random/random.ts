/**
 * A seeded stream of chance. Drawing advances the stream; forking does not, and a fork depends only
 * on the seed and the labels on its path, never on what was drawn or forked before.
 */
export interface Random {
  /** A number in [0, 1), one of 2^53 equally spaced ones. */
  next(): number;
  /** A standard normal number. */
  normal(): number;
  /** An unbiased integer in [0, n), for an integer n in [1, 2^53]; otherwise throws a RangeError. */
  integer(n: number): number;
  /** A standard Gumbel number: the item of largest log-weight plus Gumbel is a draw by weight. */
  gumbel(): number;
  /** The independent stream named `label` under this one; the same label gives the same stream. */
  fork(label: string): Random;
}
