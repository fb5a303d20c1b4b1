import { toDouble } from "../double-double.js";
import { expm1Parts } from "./expm1-parts.js";

/** e^x − 1, as `Math.expm1`, with the same bits everywhere: `expm1(1e-20)` is 1e-20. */
export function expm1(x: number): number {
  return x === 0 || x === Infinity ? x : toDouble(expm1Parts(x));
}
