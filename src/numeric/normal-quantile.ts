import { ln } from "./elementary/ln.js";
import { millsRatio, normalCentralArea, normalDensity, normalTailStart } from "./normal-cdf.js";
import { outOfDomain } from "./out-of-domain.js";

const tailMass = 0.10564977366685525; // 1 − Φ(normalTailStart)

/**
 * The x with Φ(x) = p, for p in (0, 1), to double precision in the centre and in both tails (a p near
 * 1 is only as fine as doubles are there). Throws a RangeError elsewhere.
 * `normalQuantile(0.975)` is 1.95996398454005.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw outOfDomain("normalQuantile", "p", "(0, 1)", p);
  if (p === 0.5) return 0;
  const tail = Math.min(p, 1 - p);
  const x = tail > tailMass ? fromCentre(0.5 - tail) : fromTail(tail);
  return p < 0.5 ? -x : x;
}

/** Newton's method on a concave function from the left: monotone. */
function fromCentre(area: number): number {
  let x = area / normalDensity(0);
  for (let step = 0; step < 50; step++) {
    const change = (area - normalCentralArea(x)) / normalDensity(x);
    x += change;
    if (Math.abs(change) <= 1e-9 * x) break;
  }
  return x;
}

/** Newton's method on the logarithm of the tail, from the leading term of its asymptote. */
function fromTail(tail: number): number {
  const logTail = ln(tail);
  let x = Math.max(normalTailStart, Math.sqrt(-2 * logTail - ln(-4 * Math.PI * logTail)));
  for (let step = 0; step < 50; step++) {
    const ratio = millsRatio(x);
    const change = (ln(ratio * normalDensity(0)) - 0.5 * x * x - logTail) * ratio;
    x += change;
    if (Math.abs(change) <= 1e-9 * x) break;
  }
  // One plain Newton step removes the rounding of the logarithms, where the density is a normal number.
  return tail > 1e-290 ? x + millsRatio(x) - tail / normalDensity(x) : x;
}
