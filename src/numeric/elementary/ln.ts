import { logParts } from "./log-parts.js";
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
 * The natural logarithm, as `Math.log`, with the same bits everywhere, to 0.52 units in the last place:
 * `ln(2)` is 0.6931471805599453. As `logParts`, with the square in one part.
 */
export function ln(x: number): number {
  if (!(x >= smallest && x < Infinity)) return ofOthers(x);
  const k = exponentOf(x);
  const z = x * powerOfTwo(-k);
  const cell = (z * 128 + 0.5) | 0;
  const reciprocal = reciprocals[cell] as number;
  const zHigh = z + roundTo20Bits - roundTo20Bits;
  const rHigh = zHigh * reciprocal - 1;
  const rLow = (z - zHigh) * reciprocal;
  const r = rHigh + rLow;

  const whole = k * ln2 + (logs[cell] as number);
  const high = whole + r;
  const rest = k * ln2Rest + (logRests[cell] as number) + (rHigh - r + rLow);
  return high + (whole - high + r + rest + curved(r));
}

/** log(1 + r) − r for |r| < 1/128. */
function curved(r: number): number {
  const square = r * r;
  const tail = 1 / 5 - r * (1 / 6) + square * (1 / 7 - r * (1 / 8));
  return square * (-0.5 + r * (1 / 3 - r * (1 / 4) + square * tail));
}

const low = new Float64Array(1);

function ofOthers(x: number): number {
  if (x > 0 && x < smallest) return logParts(x, low) + (low[0] as number);
  return x === 0 ? -Infinity : x > 0 ? x : Number.NaN;
}
