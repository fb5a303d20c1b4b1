/** Cells of a line by displayed rank, target rank and sign of the reward. */
export interface RewardCells {
  /** N_k: rows. */
  readonly rows: ArrayLike<number>;
  /** X_k: rows with a reward. */
  readonly rewarded: ArrayLike<number>;
  /** Σc and Σc² of the cell. */
  readonly sum: ArrayLike<number>;
  readonly squares: ArrayLike<number>;
  /** d_k = w_t − w_b: what the cell's rewards count in the difference. */
  readonly weight: ArrayLike<number>;
}

export interface RestrictedVariance {
  /** λ_k: expected rewarded rows of each cell, nearest to the log's under the hypothesis. */
  readonly rates: Float64Array;
  /** V_P = Σ d² Σc²: the variance of the sum by the log's own rates. */
  readonly poisson: number;
  /** V_0 = Σ λ_k d² m2: the same under the hypothesis. */
  readonly restricted: number;
  /** (Σλs)²/Σλs²: how many rewarded rows carry V_0. */
  readonly effective: number;
  /** The degrees of freedom of the added variance, ∞ where none is added. */
  readonly df: number;
  /** The cell that brings most of V_0. */
  readonly heaviest: number;
}

/** A cell's rate may be this many times the log's average rate, and never above 1 a row. */
export const capRate = 10;

const pooledRows = 3;

/**
 * The variance of the sum Σ d·c under the hypothesis that it lies `move` further from where it was
 * observed: the Poisson rates nearest to the log's (empirical likelihood) that move the sum there, with
 * rates up to 10 times the average in cells where no reward happened to fall. A sample variance sees only
 * the cells with a reward. Marks (reward a rewarded row) are shrunk towards the pooled mark with the weight
 * of three rows; `kurtosis` is ΣX·Σc⁴/(Σc²)² over all rewarded rows.
 */
export function restrictedVariance(
  cells: RewardCells,
  move: number,
  kurtosis: number,
  pooled: { readonly sum: number; readonly squares: number; readonly rewarded: number } = poolOf(
    cells,
  ),
): RestrictedVariance {
  const k = cells.rows.length;
  const totalRows = sumOf(cells.rows);
  const totalRewarded = sumOf(cells.rewarded);
  const value = new Float64Array(k);
  const second = new Float64Array(k);
  const cap = new Float64Array(k);
  let poisson = 0;
  for (let i = 0; i < k; i++) {
    const x = cells.rewarded[i] ?? 0;
    const d = cells.weight[i] ?? 0;
    const mark =
      ((cells.sum[i] ?? 0) + pooledRows * (pooled.sum / pooled.rewarded)) / (x + pooledRows);
    const mark2 =
      ((cells.squares[i] ?? 0) + pooledRows * (pooled.squares / pooled.rewarded)) /
      (x + pooledRows);
    value[i] = d * mark;
    second[i] = d * d * mark2;
    cap[i] = Math.max(x, (cells.rows[i] ?? 0) * Math.min(1, (capRate * totalRewarded) / totalRows));
    poisson += d * d * (cells.squares[i] ?? 0);
  }
  const rates = nearestRates(cells.rewarded, value, cap, move);
  let restricted = 0;
  let fourth = 0;
  let heaviest = 0;
  let most = -1;
  for (let i = 0; i < k; i++) {
    const part = (rates[i] ?? 0) * (second[i] ?? 0);
    restricted += part;
    fourth += part * (second[i] ?? 0);
    if (part > most) [heaviest, most] = [i, part];
  }
  const effective = fourth > 0 ? restricted ** 2 / fourth : 0;
  const added = restricted > poisson ? 1 - poisson / restricted : 0;
  const df = added > 0 ? (2 * effective) / (kurtosis * added) : Number.POSITIVE_INFINITY;
  return { rates, poisson, restricted, effective, df, heaviest };
}

const poolOf = ({ sum, squares, rewarded }: RewardCells) => ({
  sum: sumOf(sum),
  squares: sumOf(squares),
  rewarded: sumOf(rewarded),
});

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum;
}

/**
 * Maximises Σ X log λ − λ subject to Σ a(λ − X) = move and 0 ≤ λ ≤ cap: λ(t) = min(cap, X/(1 + t·a)), cap
 * where 1 + t·a ≤ 0. Σ a·λ(t) falls in t, so that t is found by bisection on a scale that spans 26 powers
 * of ten; at a jump both sides are mixed so that the constraint holds. What cannot be reached is approached.
 */
function nearestRates(
  observed: ArrayLike<number>,
  value: ArrayLike<number>,
  cap: ArrayLike<number>,
  move: number,
): Float64Array {
  let largest = 0;
  for (let i = 0; i < value.length; i++) largest = Math.max(largest, Math.abs(value[i] ?? 0));
  const at = (v: number): Float64Array => ratesAt(Math.sinh(v) / largest, observed, value, cap);
  if (move === 0 || largest === 0) return ratesAt(0, observed, value, cap);
  let [low, high] = [-30, 30];
  for (let step = 0; step < 70; step++) {
    const middle = (low + high) / 2;
    if (moveOf(at(middle), observed, value) > move) low = middle;
    else high = middle;
  }
  const [left, right] = [at(low), at(high)];
  const [above, below] = [moveOf(left, observed, value), moveOf(right, observed, value)];
  const share = above === below ? 0 : Math.min(1, Math.max(0, (above - move) / (above - below)));
  return left.map((rate, i) => rate + share * ((right[i] ?? 0) - rate));
}

function ratesAt(
  t: number,
  observed: ArrayLike<number>,
  value: ArrayLike<number>,
  cap: ArrayLike<number>,
): Float64Array {
  const rates = new Float64Array(value.length);
  for (let i = 0; i < rates.length; i++) {
    const slope = 1 + t * (value[i] ?? 0);
    const most = cap[i] ?? 0;
    rates[i] = slope > 0 ? Math.min(most, (observed[i] ?? 0) / slope) : most;
  }
  return rates;
}

function moveOf(
  rates: ArrayLike<number>,
  observed: ArrayLike<number>,
  value: ArrayLike<number>,
): number {
  let sum = 0;
  for (let i = 0; i < rates.length; i++) {
    sum += (value[i] ?? 0) * ((rates[i] ?? 0) - (observed[i] ?? 0));
  }
  return sum;
}
