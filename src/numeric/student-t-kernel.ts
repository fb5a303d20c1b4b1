import { continuedFraction } from "./continued-fraction.js";
import { exp } from "./elementary/exp.js";
import { ln } from "./elementary/ln.js";
import { log1p } from "./elementary/log1p.js";
import { stirlingCorrection } from "./log-gamma.js";

/**
 * What cdf and quantile of Student's t share at one t > 0: t·f(t) = scale·e^exponent, f being the
 * density, and the fractions with 1 − F(t) = t·f(t)/(2·tailFraction) for t ≥ 1 and
 * F(t) − ½ = t·f(t)/(2·centreFraction) for t < 1. Kept apart so that logarithms never underflow.
 */
export interface StudentTKernel {
  readonly scale: number;
  readonly exponent: number;
  readonly fraction: number;
}

/** The kernel at `t` > 0 with finite `df` > 0; `fraction` is the tail's for t ≥ 1, else the centre's. */
export function studentTKernel(t: number, df: number): StudentTKernel {
  const a = df / 2;
  const q = (t / df) * t;
  const x = 1 / (1 + q);
  const y = q < 1e16 ? q / (1 + q) : 1;
  const logOnePlusQ = q < 1e16 ? log1p(q) : 2 * ln(t) - ln(df);
  const rootY = q < 1e16 ? t / Math.sqrt(df) / Math.sqrt(1 + q) : 1;
  return {
    scale: (gammaRatio(a) / Math.sqrt(Math.PI)) * rootY,
    exponent: -a * logOnePlusQ,
    fraction: t >= 1 ? betaFraction(a, 0.5, x, y) : betaFraction(0.5, a, y, x),
  };
}

/** Γ(a + ½)/Γ(a) for a > 0, without the difference of two large logarithms. */
export function gammaRatio(a: number): number {
  const correction = stirlingCorrection(a + 0.5) - stirlingCorrection(a);
  return Math.sqrt(a) * exp(a * log1p(0.5 / a) - 0.5 + correction);
}

/**
 * The continued fraction F for which I_x(a, b) = x^a·y^b / (B(a, b)·F), where y = 1 − x is given
 * separately so that neither loses digits. Converges fast for x ≤ a/(a + b). DiDonato & Morris,
 * ACM TOMS 18 (1992). `betaFraction(1, 1, 0.25, 0.75)` is 0.75, as I_x(1, 1) = x.
 */
export function betaFraction(a: number, b: number, x: number, y: number): number {
  const lambda = a * y - b * x;
  return continuedFraction(
    (n) => {
      const step = a + 2 * n - 1;
      return ((a + n - 1) / step) * ((a + b + n - 1) / step) * n * (b - n) * x * x;
    },
    (n) => {
      const inner = n === 0 ? 0 : (n * (b - n) * x) / (a + 2 * n - 1);
      return n + inner + ((a + n) / (a + 2 * n + 1)) * (lambda + 1 + n * (1 + y));
    },
  );
}
