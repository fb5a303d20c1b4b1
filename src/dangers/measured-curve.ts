/** Views by displayed rank; index 0 is rank 1. */
export interface ViewsByRank {
  /** Trajectories. */
  readonly n: number;
  /** n_r: rows at rank r. */
  readonly views: ArrayLike<number>;
  /** y_r: rows at rank r whose list goes on beyond it (all rows where the length is unknown). */
  readonly continuable: ArrayLike<number>;
}

/** Fewer continuable rows than this say too little of the step to the next rank. */
export const thinMeasuredCurve = 50;

/**
 * The log's own position-bias curve: p̂₁ = 1 and p̂_{r+1} = p̂_r · n_{r+1}/y_r (Kaplan–Meier). Where y_r is
 * below 50 the step is that of `otherwise`, the study's curve, and 0 without one. With equal lists it is the
 * observed view rate n_r/n. `measuredCurve({ n: 4, views: [4, 3, 1], continuable: [4, 3, 1] })` is
 * [1, 0.75, 0.25] with `least` 1.
 */
export function measuredCurve(
  { views, continuable }: ViewsByRank,
  otherwise?: (rank: number) => number,
  least: number = thinMeasuredCurve,
): Float64Array {
  const curve = new Float64Array(views.length);
  let p = 1;
  for (let at = 0; at < views.length; at++) {
    if (at > 0) p *= step(at);
    curve[at] = p;
  }
  return curve;

  function step(at: number): number {
    const before = continuable[at - 1] ?? 0;
    if (before >= least) return (views[at] ?? 0) / before;
    const given = otherwise?.(at) ?? 0;
    return given > 0 ? (otherwise?.(at + 1) ?? 0) / given : 0;
  }
}
