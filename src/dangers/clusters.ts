/** Whole clusters of one logging policy: trajectories, and the sum about the stratum's mean. */
export interface Clusters {
  readonly sizes: ArrayLike<number>;
  readonly sums: ArrayLike<number>;
}

/** The variance of a mean of clusters, and the degrees of freedom of that variance. */
export interface ClusterVariance {
  readonly variance: number;
  readonly df: number;
  /** f_b = v_b/e_b: what corrects each cluster's square for the estimated mean. */
  readonly factors: Float64Array;
}

/**
 * V = Σ f_b S_b²/n² with ν = (Σv)²/F degrees of freedom, under the working model v_b = σ²m_b + τ²m_b² of
 * clusters of unequal size (Satterthwaite's approximation; Bell & McCaffrey 2002). Equal clusters give CR1
 * and ν = G − 1 exactly. `perTrajectory` is σ², the variance within clusters a trajectory.
 */
export function clusterVariance(clusters: Clusters, perTrajectory: number): ClusterVariance {
  const { sizes, sums } = clusters;
  const n = sumOver(sizes, (m) => m);
  const squares = sumOver(sums, (s) => s * s);
  const within = Math.min(perTrajectory, squares / n);
  const between = Math.max(0, squares - n * within) / sumOver(sizes, (m) => m * m);
  return varianceUnder(clusters, within, between);
}

/** `clusterVariance` with σ² and τ² given. */
export function varianceUnder(
  { sizes, sums }: Clusters,
  within: number,
  between: number,
): ClusterVariance {
  const n = sumOver(sizes, (m) => m);
  const size = (b: number): number => sizes[b] ?? 0;
  const v = Float64Array.from(sizes, (m) => within * m + between * m * m);
  const whole = sumOver(v, (each) => each);
  const h = Float64Array.from(sizes, (m) => m / n);
  const factors = v.map((each, b) => {
    const share = h[b] ?? 0;
    return each / (each - 2 * share * each + share * share * whole);
  });
  const weighted = (term: (f: number, v: number, h: number) => number): number =>
    sumOver(factors, (f, b) => (size(b) === 0 ? 0 : term(f, v[b] ?? 0, h[b] ?? 0)));
  const H = weighted((f, _, share) => f * share * share);
  const W = weighted((f, each) => f * each * each);
  const X = weighted((f, each, share) => f * each * share);
  const F =
    weighted((f, each) => f * f * each * each) +
    2 * weighted((f, each, share) => f * f * each * (whole * share * share - 2 * share * each)) +
    2 * H * W +
    2 * X * X -
    4 * X * H * whole +
    H * H * whole * whole;
  const variance = sumOver(factors, (f, b) => f * (sums[b] ?? 0) ** 2) / (n * n);
  return { variance, df: (whole * whole) / F, factors };
}

/** ν of a sum of independent variances: (ΣV_j)²/Σ(V_j²/ν_j) (Welch 1947, Satterthwaite 1946). */
export function welchDf(
  parts: readonly { readonly variance: number; readonly df: number }[],
): number {
  const total = parts.reduce((sum, { variance }) => sum + variance, 0);
  return total ** 2 / parts.reduce((sum, { variance, df }) => sum + variance ** 2 / df, 0);
}

function sumOver(values: ArrayLike<number>, term: (value: number, at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += term(values[at] ?? 0, at);
  return sum;
}
