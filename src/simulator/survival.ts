import { reason, StudyError } from "../errors.js";

/** How far a world's users scroll: the chance to view displayed rank r, before the list ends. */
export type DepthCurve =
  | { readonly model: "yuleSimon"; readonly rho: number }
  | { readonly model: "geometric"; readonly gamma: number }
  | { readonly model: "table"; readonly probabilities: readonly number[] };

/**
 * The survival function of the depth K on a list of n positions: entry r − 1 is p_r = P(K ≥ r).
 * Yule–Simon: p_{r+1} = p_r·r/(ρ + r); geometric: γ^{r−1}; a table is taken as it is, 0 beyond its
 * end. Throws a StudyError where p_1 is not 1 or the table rises.
 * `survival({ model: "geometric", gamma: 0.5 }, 3)` is [1, 0.5, 0.25].
 */
export function survival(curve: DepthCurve, n: number): Float64Array {
  const p = new Float64Array(n);
  for (let r = 1; r <= n; r++) p[r - 1] = r === 1 ? first(curve) : next(curve, p[r - 2] ?? 0, r);
  const falls = p.every((value, at) => value >= 0 && value <= (at === 0 ? 1 : (p[at - 1] ?? 0)));
  if (p[0] === 1 && falls) return p;
  throw new StudyError(
    reason(
      "depthCurve",
      `A depth curve starts at 1 and never rises; this one is ${Array.from(p).join(", ")}.`,
      { probabilities: Array.from(p) },
    ),
  );
}

function first(curve: DepthCurve): number {
  return curve.model === "table" ? (curve.probabilities[0] ?? 0) : 1;
}

function next(curve: DepthCurve, previous: number, r: number): number {
  if (curve.model === "yuleSimon") return (previous * (r - 1)) / (curve.rho + r - 1);
  if (curve.model === "geometric") return previous * curve.gamma;
  return curve.probabilities[r - 1] ?? 0;
}

/** The depth that a uniform number u in [0, 1) stands for: the deepest rank r with p_r > u. */
export function depthOf(p: Float64Array, u: number): number {
  let depth = 1;
  while (depth < p.length && (p[depth] ?? 0) > u) depth++;
  return depth;
}

/** E[T]: the expected number of views of a trajectory, Σ p_r; the same under every policy. */
export function expectedViews(p: Float64Array): number {
  return p.reduce((sum, value) => sum + value, 0);
}
