import {
  addDoubleDouble,
  type DoubleDouble,
  divideDouble,
  multiplyDouble,
} from "../double-double.js";
import { powerOfTwo } from "./power-of-two.js";

/** log 2 as a multiple of 2^-42, so that its products with exponents are exact, and what is missing. */
export const ln2 = 0.6931471805598903;
export const ln2Rest = 5.497923018708371e-14;

const [firstCell, lastCell] = [90, 182];

/** By i, for z near i/128: 1/z to 10 bits, and minus the logarithm of that in two parts, as of 2. */
export const reciprocals: Float64Array = new Float64Array(lastCell + 1);
export const logs: Float64Array = new Float64Array(lastCell + 1);
export const logRests: Float64Array = new Float64Array(lastCell + 1);
for (let i = firstCell; i <= lastCell; i++) {
  const m = Math.round((128 / i) * 512);
  const { hi, lo } = logOfRatio(512, m);
  reciprocals[i] = m / 512;
  logs[i] = Math.round(hi * powerOfTwo(42)) * powerOfTwo(-42);
  logRests[i] = hi - (logs[i] as number) + lo;
}

/** log(a/b) = 2·artanh((a − b)/(a + b)) by its series, for a/b near 1. */
function logOfRatio(a: number, b: number): DoubleDouble {
  const at = (power: DoubleDouble): DoubleDouble =>
    divideDouble(multiplyDouble(power, a - b), a + b);
  let power = at({ hi: 2, lo: 0 });
  let sum: DoubleDouble = { hi: 0, lo: 0 };
  for (let k = 1; k < 44; k += 2, power = at(at(power))) {
    sum = addDoubleDouble(sum, divideDouble(power, k));
  }
  return sum;
}

const float = new Float64Array([1]);
const words = new Int32Array(float.buffer);
const upper = words[1] === 0 ? 0 : 1;

/** The k for which x = 2^k·z with z from √½ to √2, for x ≥ 2^-1022. */
export function exponentOf(x: number): number {
  float[0] = x;
  return ((words[upper] as number) - highWordOfRootHalf) >> 20;
}

/** The upper half of the bits of √½. */
const highWordOfRootHalf = 0x3fe6a09e;

/** Added and taken off again, it leaves a multiple of 2^-20. */
export const roundTo20Bits = 6442450944;

/** Below it numbers are subnormal. */
export const smallest = 2.2250738585072014e-308;
