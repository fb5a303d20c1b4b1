import { twoSum } from "../double-double.js";
import { ln } from "./ln.js";
import { logParts } from "./log-parts.js";

const low = new Float64Array(1);

/** log(1 + x), as `Math.log1p`, with the same bits everywhere: `log1p(1e-20)` is 1e-20. */
export function log1p(x: number): number {
  if (x === 0 || !(x > -1 && x < Infinity)) return x === 0 ? x : ln(1 + x);
  const { hi, lo } = twoSum(1, x);
  const part = lo / hi;
  return logParts(hi, low) + ((low[0] as number) + part - 0.5 * part * part);
}
