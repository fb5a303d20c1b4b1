import { exp } from "./elementary/exp.js";
import { ln } from "./elementary/ln.js";
import { square } from "./elementary/square.js";
import { outOfDomain } from "./out-of-domain.js";

/**
 * The lower branch of Lambert's W: the w ≤ −1 with w·e^w = x, for x in [−1/e, 0). By Halley's steps from the
 * series at −1/e or from ln(−x). `lambertWMinus1(-0.1)` is −3.577152063957297.
 */
export function lambertWMinus1(x: number): number {
  if (!(x >= -1 / Math.E && x < 0)) throw outOfDomain("lambertWMinus1", "x", "[-1/e, 0)", x);
  const root = Math.sqrt(Math.max(0, 2 * (1 + Math.E * x)));
  const far = ln(-x);
  let w = x < -0.25 ? -1 - root - square(root) / 3 : far - ln(-far);
  for (let step = 0; step < 50; step++) {
    const error = w - x * exp(-w);
    const slope = 1 + w;
    if (slope === 0) return w;
    const by = error / (slope - (error * (w + 2)) / (2 * slope));
    w -= by;
    if (Math.abs(by) <= 2 ** -52 * Math.abs(w)) break;
  }
  return w;
}
