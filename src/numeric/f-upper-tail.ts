import { exp } from "./elementary/exp.js";
import { ln } from "./elementary/ln.js";
import { logGamma } from "./log-gamma.js";
import { outOfDomain } from "./out-of-domain.js";
import { betaFraction } from "./student-t-kernel.js";

/**
 * The probability that an F variable with `df1` and `df2` in (0, ∞) degrees of freedom exceeds `f` in [0, ∞].
 * Throws a RangeError elsewhere. `fUpperTail(2.5, 3, 20)` is 0.0888437519376893.
 */
export function fUpperTail(f: number, df1: number, df2: number): number {
  if (!(f >= 0)) throw outOfDomain("fUpperTail", "f", "[0, ∞]", f);
  for (const [name, df] of [["df1", df1] as const, ["df2", df2] as const]) {
    if (!(df > 0 && df < Number.POSITIVE_INFINITY)) {
      throw outOfDomain("fUpperTail", name, "(0, ∞)", df);
    }
  }
  if (f === 0) return 1;
  if (f === Number.POSITIVE_INFINITY) return 0;
  const ratio = (df1 / df2) * f;
  const [x, y] = [1 / (1 + ratio), ratio / (1 + ratio)];
  const [a, b] = [df2 / 2, df1 / 2];
  return x <= a / (a + b) ? incompleteBeta(a, b, x, y) : 1 - incompleteBeta(b, a, y, x);
}

/** I_x(a, b) with y = 1 − x, for x ≤ a/(a + b). */
function incompleteBeta(a: number, b: number, x: number, y: number): number {
  const logBeta = logGamma(a) + logGamma(b) - logGamma(a + b);
  return exp(a * ln(x) + b * ln(y) - logBeta) / betaFraction(a, b, x, y);
}
