import { twoProduct } from "../double-double.js";
import { ln } from "./ln.js";
import { logParts } from "./log-parts.js";

const low = new Float64Array(1);

/** log x times a factor in two parts: the logarithm in another base. */
function logTimes(x: number, factor: number, rest: number): number {
  if (!(x > 0 && x < Infinity)) return ln(x);
  const log = logParts(x, low);
  const { hi, lo } = twoProduct(log, factor);
  return hi + (lo + (log * rest + (low[0] as number) * factor));
}

/** The logarithm in base 2, as `Math.log2`, with the same bits everywhere: `log2(8)` is 3. */
export const log2 = (x: number): number => logTimes(x, Math.LOG2E, 2.0355273740931033e-17);

/** The logarithm in base 10, as `Math.log10`, with the same bits everywhere: `log10(1000)` is 3. */
export const log10 = (x: number): number => logTimes(x, Math.LOG10E, 1.098319650216765e-17);
