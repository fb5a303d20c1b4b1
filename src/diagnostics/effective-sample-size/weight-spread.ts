export interface WeightSpread {
  /** Kish's effective sample size (Σw)²/Σw². */
  readonly ess: number;
  readonly essFraction: number;
  /** Variance over squared mean, divided by n: ESS is n/(1 + CV²). */
  readonly cv2: number;
}

/** The spread of n weights by their sums: `weightSpread(2, 3, 5)`, of 1 and 2, has an `ess` of 1.8. */
export function weightSpread(n: number, sum: number, squares: number): WeightSpread {
  const ess = squares === 0 ? 0 : (sum * sum) / squares;
  return { ess, essFraction: n === 0 ? 0 : ess / n, cv2: ess === 0 ? 0 : n / ess - 1 };
}
