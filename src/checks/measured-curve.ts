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
 * below 50 the step is that of `otherwise`, the study's curve, and 0 without one. A rank without rows above ones
 * with rows has the rate of the next of these: who went on passed it. With equal lists the curve is the observed
 * view rate n_r/n. `measuredCurve({ n: 4, views: [4, 3, 1], continuable: [4, 3, 1] })` is [1, 0.75, 0.25] with
 * `least` 1.
 */
export function measuredCurve(
  { views, continuable }: ViewsByRank,
  otherwise?: (rank: number) => number,
  least: number = thinMeasuredCurve,
): Float64Array {
  const curve = new Float64Array(views.length);
  let [p, before] = [1, -1];
  for (let at = 0; at < views.length; at++) {
    if (isPassed(at)) continue;
    if (before >= 0) p *= step(before, at);
    curve.fill(p, before + 1, at + 1);
    before = at;
  }
  return curve;

  /** Whether no row has a rank that lies above others with rows, and enough rows are above it to say so. */
  function isPassed(at: number): boolean {
    if ((views[at] ?? 0) > 0 || (before >= 0 && (continuable[before] ?? 0) < least)) return false;
    for (let below = at + 1; below < views.length; below++)
      if ((views[below] ?? 0) > 0) return true;
    return false;
  }

  function step(from: number, to: number): number {
    const rows = continuable[from] ?? 0;
    if (rows >= least) return (views[to] ?? 0) / rows;
    const given = otherwise?.(from + 1) ?? 0;
    return given > 0 ? (otherwise?.(to + 1) ?? 0) / given : 0;
  }
}
