import {
  addDouble,
  addDoubleDouble,
  type DoubleDouble,
  multiplyDouble,
  subtractDoubleDouble,
  toDouble,
  twoSum,
} from "../double-double.js";
import { expOfSum } from "./exp-of-sum.js";
import { expm1Parts } from "./expm1-parts.js";
import { logParts } from "./log-parts.js";

/** The hyperbolic tangent, as `Math.tanh`, with the same bits everywhere: `tanh(1)` is 0.7615941559557649. */
export function tanh(x: number): number {
  if (x === 0 || Math.abs(x) > 20) return x === 0 ? x : Math.sign(x);
  const e = expm1Parts(2 * Math.abs(x));
  return Math.sign(x) * toDouble(quotient(e, addDouble(e, 2)));
}

/** The hyperbolic sine, as `Math.sinh`, with the same bits everywhere: `sinh(1)` is 1.1752011936438014. */
export function sinh(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  if (Math.abs(x) > 50) return Math.sign(x) * halfExp(Math.abs(x));
  const e = expm1Parts(Math.abs(x));
  return Math.sign(x) * 0.5 * toDouble(addDoubleDouble(e, quotient(e, addDouble(e, 1))));
}

/** e^x/2, which does not overflow where sinh does not, as e^(x − log 2). */
function halfExp(x: number): number {
  const { hi, lo } = twoSum(x, -Math.LN2);
  return expOfSum(hi, lo - 2.3190468138462996e-17);
}

const low = new Float64Array(1);

/** Its inverse: `atanh(tanh(x))` is x. As `Math.atanh`, with the same bits everywhere. */
export function atanh(x: number): number {
  if (!(Math.abs(x) < 1)) return Math.abs(x) === 1 ? x * Infinity : Number.NaN;
  if (Math.abs(x) < 1e-9) return x + (x * x * x) / 3;
  const { hi, lo } = quotient(twoSum(1, Math.abs(x)), twoSum(1, -Math.abs(x)));
  return Math.sign(x) * 0.5 * (logParts(hi, low) + ((low[0] as number) + lo / hi));
}

function quotient(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a.hi / b.hi;
  const missing = subtractDoubleDouble(a, multiplyDouble(b, first));
  return addDouble({ hi: missing.hi / b.hi, lo: 0 }, first);
}
