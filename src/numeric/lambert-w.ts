import { outOfDomain } from "./out-of-domain.js";

/** 1/e as a double, and what that double leaves out. */
const inverseE = 0.36787944117144233;
const inverseERest = -1.2428753672788363e-17;

/** W₋₁ in powers of −√(2(1 + ex)) near its branch point (Corless et al. 1996, eq. 4.22). */
const branchSeries: readonly number[] = [
  -1,
  1,
  -1 / 3,
  11 / 72,
  -43 / 540,
  769 / 17280,
  -221 / 8505,
  680863 / 43545600,
  -1963 / 204120,
];

/**
 * W₋₁(x), the solution w ≤ −1 of w·e^w = x, for x in [−1/e, 0). Starts from the series at the branch
 * point or from the logarithmic asymptote, then Newton's method on w + log(−w) = log(−x). Throws a
 * RangeError elsewhere. Corless et al., Adv. Comput. Math. 5 (1996).
 * `lambertWMinus1(-0.1)` is −3.577152063957297.
 */
export function lambertWMinus1(x: number): number {
  if (!(x >= -inverseE && x < 0)) throw outOfDomain("lambertWMinus1", "x", "[-1/e, 0)", x);
  const distance = Math.max(0, x + inverseE + inverseERest);
  const p = -Math.sqrt(2 * Math.E * distance);
  const nearBranch = branchSeries.reduceRight((sum, coefficient) => sum * p + coefficient, 0);
  if (p > -0.02) return nearBranch;
  const logX = Math.log(-x);
  let w = p > -0.9 ? nearBranch : logX - Math.log(-logX);
  for (let step = 0; step < 20; step++) {
    const change = ((logX - w - Math.log(-w)) * w) / (1 + w);
    w += change;
    if (Math.abs(change) <= 1e-10 * Math.abs(w)) break;
  }
  return w;
}
