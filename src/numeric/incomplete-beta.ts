import { betaFraction } from "./beta-fraction.js";
import { deviancePart } from "./deviance-part.js";
import { outOfDomain } from "./out-of-domain.js";
import { stirlingCorrection } from "./stirling-correction.js";

/**
 * I_x(a, b), the share of a beta distribution with shapes a, b in (0, ∞) that lies below x in
 * [0, 1]. Relative accuracy holds in the lower tail; for the upper tail ask I_{1−x}(b, a). Throws
 * a RangeError elsewhere. `regularizedBeta(2, 0.5, 0.9)` is 0.5414697392755851.
 */
export function regularizedBeta(a: number, b: number, x: number): number {
  requirePositive("a", a);
  requirePositive("b", b);
  if (!(x >= 0 && x <= 1)) throw outOfDomain("regularizedBeta", "x", "[0, 1]", x);
  if (x === 0 || x === 1) return x;
  const y = 1 - x;
  const density = betaDensity(a, b, x, y);
  return x <= a / (a + b)
    ? density / betaFraction(a, b, x, y)
    : 1 - density / betaFraction(b, a, y, x);
}

function requirePositive(argument: string, value: number): void {
  if (value > 0 && value < Number.POSITIVE_INFINITY) return;
  throw outOfDomain("regularizedBeta", argument, "(0, ∞)", value);
}

/** x^a·y^b/B(a, b) for x + y = 1, from deviations rather than from large logarithms (Loader 2000). */
function betaDensity(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const scale = Math.sqrt(a / (2 * Math.PI)) * Math.sqrt(b / n);
  const correction = stirlingCorrection(n) - stirlingCorrection(a) - stirlingCorrection(b);
  return scale * Math.exp(correction - deviancePart(a, n * x) - deviancePart(b, n * y));
}
