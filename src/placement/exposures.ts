/**
 * The exposure of an item, its expected views: Σ_r P(rank r)·p_r for its probability at each rank and a curve p of views by
 * rank, which is 0 beyond its end. Exposures of all items add up to Σ_r p_r (paper, Eq. (6)).
 * `exposureOf([0.75, 0.25], [1, 0.6])` is 0.9.
 */
export const exposureOf = (placement: readonly number[], curve: readonly number[]): number =>
  placement.reduce((sum, share, i) => sum + share * (curve[i] ?? 0), 0);
