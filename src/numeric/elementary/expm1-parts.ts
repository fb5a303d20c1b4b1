import { type DoubleDouble, twoProduct, twoSum } from "../double-double.js";
import { expOfSum, expParts } from "./exp-of-sum.js";
import { powerOfTwo } from "./power-of-two.js";

const rest = new Float64Array(2);

/** e^x − 1 as an unevaluated sum, its relative error below 2^-57 for |x| ≤ 50 and that of e^x beyond. */
export function expm1Parts(x: number): DoubleDouble {
  if (Math.abs(x) < 0.35) return nearZero(x);
  if (!(Math.abs(x) <= 50)) return { hi: expOfSum(x, 0), lo: -1 };
  const power = expParts(x, 0, rest);
  const unit = powerOfTwo(rest[1] as number);
  const { hi, lo } = twoSum(power * unit, -1);
  return twoSum(hi, lo + (rest[0] as number) * unit);
}

function nearZero(x: number): DoubleDouble {
  const square = twoProduct(x, 0.5 * x);
  const { hi, lo } = twoSum(x, square.hi);
  let tail = 0;
  for (let n = 15; n > 3; n--) tail = (x / n) * (1 + tail);
  return twoSum(hi, lo + square.lo + (square.hi * x * (1 + tail)) / 3);
}
