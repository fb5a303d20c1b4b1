import { ln } from "./elementary/ln.js";
/**
 * k·log(k/m) + m − k for k, m > 0, without the cancellation that the formula suffers where k is near
 * m (Loader 2000, "Fast and accurate computation of binomial probabilities").
 * `deviancePart(1, 2)` is 0.3068528194400547, that is 1 − log 2.
 */
export function deviancePart(k: number, m: number): number {
  const v = (k - m) / (k + m);
  if (Math.abs(v) >= 0.3) return k * ln(k / m) + m - k;
  let sum = (k - m) * v;
  let power = 2 * k * v;
  for (let odd = 3; ; odd += 2) {
    power *= v * v;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}
