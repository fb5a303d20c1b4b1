import {
  exponentOf,
  ln2,
  ln2Rest,
  logRests,
  logs,
  reciprocals,
  roundTo20Bits,
  smallest,
} from "./log-table.js";
import { powerOfTwo } from "./power-of-two.js";

/**
 * log x for 0 < x < ∞ as an unevaluated sum with a relative error below 2^-66: what it returns and what it
 * writes to `low`. x = 2^k·z; z times a reciprocal from the table is 1 + r, both parts of r being exact;
 * the square of the first is, too.
 */
export function logParts(x: number, low: Float64Array): number {
  if (x < smallest) return scaledLogParts(x * powerOfTwo(54), -54, low);
  return scaledLogParts(x, 0, low);
}

function scaledLogParts(x: number, scaled: number, low: Float64Array): number {
  const exponent = exponentOf(x);
  const z = x * powerOfTwo(-exponent);
  const cell = (z * 128 + 0.5) | 0;
  const reciprocal = reciprocals[cell] as number;
  const zHigh = z + roundTo20Bits - roundTo20Bits;
  const rHigh = zHigh * reciprocal - 1;
  const rLow = (z - zHigh) * reciprocal;
  const r = rHigh + rLow;
  const halfSquare = 0.5 * rHigh * rHigh;
  const restOfSquare = rLow * (rHigh + 0.5 * rLow);

  const k = exponent + scaled;
  const whole = k * ln2 + (logs[cell] as number);
  const first = whole + r;
  const high = first - halfSquare;
  const rest = k * ln2Rest + (logRests[cell] as number) + (rHigh - r + rLow);
  low[0] = whole - first + r + (first - high - halfSquare) + (rest - restOfSquare + cubicPart(r));
  return high;
}

/** log(1 + r) − r + r²/2 for |r| < 1/128. */
function cubicPart(r: number): number {
  const square = r * r;
  const tail = 1 / 7 - r * (1 / 8) + square * (1 / 9 - r * (1 / 10));
  return r * square * (1 / 3 - r * (1 / 4) + square * (1 / 5 - r * (1 / 6) + square * tail));
}
