import { twoProduct } from "../double-double.js";
import { expOfSum } from "./exp-of-sum.js";
import { logParts } from "./log-parts.js";

const low = new Float64Array(1);

/** x^y, as `Math.pow`, with the same bits everywhere: `pow(2, 0.5)` is 1.4142135623730951. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x < 0 || Object.is(x, -0)) return ofNegative(x, y);
  if (Number.isNaN(x) || Number.isNaN(y) || (x === 1 && !Number.isFinite(y))) return Number.NaN;
  if (x === 0 || x === Infinity) return (x === 0) === y > 0 ? 0 : Infinity;
  return powOfLog(logParts(x, low), low[0] as number, y);
}

/** x^y of the two parts of log x, with the bits of `pow`, for x in (0, ∞) and finite y. */
export function powOfLog(log: number, rest: number, y: number): number {
  const high = log * y;
  if (log === 0 || !(Math.abs(high) < 1000)) return expOfSum(high, 0);
  const product = twoProduct(log, y);
  return expOfSum(product.hi, product.lo + rest * y);
}

function ofNegative(x: number, y: number): number {
  const size = pow(Math.abs(x), y);
  if (Number.isInteger(y)) return y % 2 === 0 ? size : -size;
  return x === 0 || x === -Infinity || !Number.isFinite(y) ? size : Number.NaN;
}
