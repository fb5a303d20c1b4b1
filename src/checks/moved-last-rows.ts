import { regularizedGammaP } from "../numeric/incomplete-gamma.js";

/** Rows by rank: trajectories that stop there, and that go on; of the latter, how many the target moves down. */
export interface MovedRows {
  readonly stops: ArrayLike<number>;
  readonly goOn: ArrayLike<number>;
  readonly downAmongGoOn: ArrayLike<number>;
  /** Last rows, over all ranks, whose item the target moves down or drops. */
  readonly downAmongStops: number;
}

export interface RanksAmongViewed {
  readonly expected: number;
  readonly observed: number;
  /** The upper 97.5 % Poisson limit of `observed`. */
  readonly upper: number;
  readonly fires: boolean;
}

/** Expected rows below which the telltale is silent, and the part of them that the limit must stay under. */
const [fewestExpected, partOfExpected] = [20, 1 / 4];

/**
 * The telltale of target ranks taken among the viewed items: such ranks cannot move a session's last row
 * down, whereas ranks in the full list move it as often as rows of the same rank that are not the last.
 */
export function ranksAmongViewed(rows: MovedRows): RanksAmongViewed {
  let expected = 0;
  for (let at = 0; at < rows.stops.length; at++) {
    const goOn = rows.goOn[at] ?? 0;
    if (goOn > 0) expected += ((rows.stops[at] ?? 0) * (rows.downAmongGoOn[at] ?? 0)) / goOn;
  }
  const observed = rows.downAmongStops;
  const upper = poissonUpperLimit(observed, 0.975);
  const fires = expected >= fewestExpected && upper < partOfExpected * expected;
  return { expected, observed, upper, fires };
}

/** The mean at which a Poisson count of at most `observed` has the probability 1 − level: ½χ²_{level, 2·observed+2}. */
export function poissonUpperLimit(observed: number, level: number): number {
  let [low, high] = [observed, observed + 1];
  while (regularizedGammaP(observed + 1, high) < level) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const middle = (low + high) / 2;
    if (regularizedGammaP(observed + 1, middle) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
