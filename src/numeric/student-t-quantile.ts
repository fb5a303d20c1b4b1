import { exp } from "./elementary/exp.js";
import { expm1 } from "./elementary/expm1.js";
import { ln } from "./elementary/ln.js";
import { normalQuantile } from "./normal-quantile.js";
import { outOfDomain } from "./out-of-domain.js";
import { tUpperTail } from "./student-t.js";
import { gammaRatio, studentTKernel } from "./student-t-kernel.js";

/**
 * The t below which Student's t with `df` in (0, ∞] degrees of freedom falls with probability p in
 * (0, 1). Relative error below 1e-13; exactly antisymmetric; infinite df is the normal. Below one
 * degree of freedom the answer may exceed the largest double and is then infinite. Throws a
 * RangeError elsewhere. `tQuantile(0.975, 4)` is 2.7764451051977934.
 */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw outOfDomain("tQuantile", "p", "(0, 1)", p);
  if (!(df > 0)) throw outOfDomain("tQuantile", "df", "(0, ∞]", df);
  if (p === 0.5) return 0;
  if (df === Number.POSITIVE_INFINITY) return normalQuantile(p);
  const tail = Math.min(p, 1 - p);
  const t = keptQuantile(tail, df);
  return p < 0.5 ? -t : t;
}

/** A study has thousands of intervals, and few levels and degrees of freedom. */
const cache = new Map<number, Map<number, number>>();
const mostKept = 256;

function keptQuantile(tail: number, df: number): number {
  const ofTail = cache.get(tail) ?? new Map<number, number>();
  const hit = ofTail.get(df);
  if (hit !== undefined) return hit;
  const t = tail > tUpperTail(1, df) ? fromCentre(0.5 - tail, df) : fromTail(tail, df);
  if (cache.size >= mostKept) cache.clear();
  if (ofTail.size >= mostKept) ofTail.clear();
  cache.set(tail, ofTail.set(df, t));
  return t;
}

/** Newton's method on F(t) − ½, concave in t, from the left: monotone. */
function fromCentre(area: number, df: number): number {
  let t = (area * Math.sqrt(Math.PI * df)) / gammaRatio(df / 2);
  for (let step = 0; step < 50; step++) {
    const { scale, exponent, fraction } = studentTKernel(Math.min(t, 1 - 2 ** -53), df);
    const change = (area / scale) * exp(-exponent) - 0.5 / fraction;
    t += t * change;
    if (Math.abs(change) <= 1e-9) break;
  }
  return t;
}

/** Newton's method on the log tail as a concave function of log t: monotone from the right. */
function fromTail(tail: number, df: number): number {
  const logTail = ln(tail);
  let t = Math.max(1, Math.min(fromNormal(tail, df), fromPowerLaw(logTail, df)));
  for (let step = 0; step < 100; step++) {
    const { scale, exponent, fraction } = studentTKernel(t, df);
    const change = (ln(scale / (2 * fraction)) + exponent - logTail) / (2 * fraction);
    t *= exp(change);
    if (Math.abs(change) <= 1e-9 || t === Number.POSITIVE_INFINITY) break;
    t = Math.max(1, t);
  }
  return t;
}

/** Wallace's (1959) transformation of the normal quantile, solved for t. */
function fromNormal(tail: number, df: number): number {
  const z = (normalQuantile(tail) * (8 * df + 3)) / (8 * df + 1);
  return Math.sqrt(df * expm1((z * z) / df));
}

/** The leading power of the tail, which bounds it from above. */
function fromPowerLaw(logTail: number, df: number): number {
  const logScale = ln(gammaRatio(df / 2) / (Math.sqrt(Math.PI) * df));
  const t = exp((logScale - logTail) / df) * Math.sqrt(df);
  return Math.min(t, Number.MAX_VALUE);
}
