import { divideDouble } from "../double-double.js";
import { expOfSum } from "./exp-of-sum.js";
import { logParts } from "./log-parts.js";

const low = new Float64Array(1);

/** The cube root, as `Math.cbrt`, with the same bits everywhere: `cbrt(-27)` is −3. */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const hi = logParts(Math.abs(x), low);
  const third = divideDouble({ hi, lo: low[0] as number }, 3);
  return Math.sign(x) * expOfSum(third.hi, third.lo);
}
