/**
 * An unevaluated sum `hi + lo` with |lo| ≤ ulp(hi)/2: about 32 significant digits. It keeps sums such
 * as Σ(1e9 + {0, 1}) exact until their mean has been taken off. Algorithms: Dekker, Numer. Math. 18
 * (1971); Joldes, Muller & Popescu, ACM TOMS 44 (2017). Magnitudes must stay below 2^996.
 */
export interface DoubleDouble {
  readonly hi: number;
  readonly lo: number;
}

/** The pair that holds `x` itself: `fromDouble(3)` is `{ hi: 3, lo: 0 }`. */
export function fromDouble(x: number): DoubleDouble {
  return { hi: x, lo: 0 };
}

/** The nearest double: `toDouble({ hi: 1, lo: 1e-20 })` is 1. */
export function toDouble(x: DoubleDouble): number {
  return x.hi + x.lo;
}

/** `a + b` without error: `twoSum(1e16, 1)` is `{ hi: 1e16, lo: 1 }`. */
export function twoSum(a: number, b: number): DoubleDouble {
  const hi = a + b;
  const bRounded = hi - a;
  return { hi, lo: a - (hi - bRounded) + (b - bRounded) };
}

/** `a · b` without error: `twoProduct(134217729, 134217729)` is 2^54 + 2^28 and a `lo` of 1. */
export function twoProduct(a: number, b: number): DoubleDouble {
  const hi = a * b;
  const aHigh = highHalf(a);
  const bHigh = highHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  const lo = aLow * bLow - (hi - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  return { hi, lo };
}

/** `x + y`: `addDouble({ hi: 1e16, lo: 1 }, -1e16)` is `{ hi: 1, lo: 0 }`. */
export function addDouble(x: DoubleDouble, y: number): DoubleDouble {
  const sum = twoSum(x.hi, y);
  return renormalize(sum.hi, sum.lo + x.lo);
}

/** `x + y`, with relative error below 2^-104: 1e16 + 1 and -1e16 add to `{ hi: 1, lo: 0 }`. */
export function addDoubleDouble(x: DoubleDouble, y: DoubleDouble): DoubleDouble {
  const high = twoSum(x.hi, y.hi);
  const low = twoSum(x.lo, y.lo);
  const carried = renormalize(high.hi, high.lo + low.hi);
  return renormalize(carried.hi, carried.lo + low.lo);
}

/**
 * Adds the pair `x + y` to the one at a place of two arrays, with the bits of `addDoubleDouble`: no object a term.
 * From `[1e16]` and `[1]`, the pair −1e16 and 0 makes `[1]` and `[0]`.
 */
export function addAt(hi: Float64Array, lo: Float64Array, at: number, x: number, y: number): void {
  const a = hi[at] ?? 0;
  const b = lo[at] ?? 0;
  const high = a + x;
  const xRounded = high - a;
  const low = b + y;
  const yRounded = low - b;
  const rest = a - (high - xRounded) + (x - xRounded) + low;
  const carried = high + rest;
  const last = rest - (carried - high) + (b - (low - yRounded) + (y - yRounded));
  const sum = carried + last;
  hi[at] = sum;
  lo[at] = last - (sum - carried);
}

/**
 * Adds `x · y` to the pair at a place of two arrays, with the bits of `multiplyDouble` and `addDoubleDouble`: no
 * object a term. To `[1]` and `[0]`, the pair 2 and 0 times 3 makes `[7]` and `[0]`.
 */
export function addProductAt(
  hi: Float64Array,
  lo: Float64Array,
  at: number,
  x: DoubleDouble,
  y: number,
): void {
  const product = x.hi * y;
  const xHigh = highHalf(x.hi);
  const yHigh = highHalf(y);
  const [xLow, yLow] = [x.hi - xHigh, y - yHigh];
  const lost = xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow);
  const rest = lost + x.lo * y;
  const sum = product + rest;
  addAt(hi, lo, at, sum, rest - (sum - product));
}

/** `x − y`: `subtractDoubleDouble(twoSum(1e16, 1), fromDouble(1e16))` is `{ hi: 1, lo: 0 }`. */
export function subtractDoubleDouble(x: DoubleDouble, y: DoubleDouble): DoubleDouble {
  return addDoubleDouble(x, { hi: -y.hi, lo: -y.lo });
}

/** `x · y`: `multiplyDouble({ hi: 1e16, lo: 1 }, 3)` is `{ hi: 30000000000000004, lo: -1 }`. */
export function multiplyDouble(x: DoubleDouble, y: number): DoubleDouble {
  const product = twoProduct(x.hi, y);
  return renormalize(product.hi, product.lo + x.lo * y);
}

/** `x / y`: `divideDouble(fromDouble(1), 3)` is 1/3 to 32 digits, `lo` being 1.85e-17. */
export function divideDouble(x: DoubleDouble, y: number): DoubleDouble {
  const quotient = x.hi / y;
  const remainder = subtractDoubleDouble(x, twoProduct(quotient, y));
  return renormalize(quotient, toDouble(remainder) / y);
}

/** Dekker's fast sum, exact where |a| ≥ |b|. */
function renormalize(a: number, b: number): DoubleDouble {
  const hi = a + b;
  return { hi, lo: b - (hi - a) };
}

/** Veltkamp's split: the upper 26 bits of `a`, so that products of halves are exact. */
function highHalf(a: number): number {
  const scaled = a * 134217729;
  return scaled - (scaled - a);
}
