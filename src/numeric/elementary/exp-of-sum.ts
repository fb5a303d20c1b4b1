import {
  addDouble,
  addDoubleDouble,
  type DoubleDouble,
  divideDouble,
  multiplyDouble,
} from "../double-double.js";
import { powerOfTwo } from "./power-of-two.js";

const cells = 256;

/** log 2 / 256 as a multiple of 2^-42, so that its products with whole numbers are exact, and what is missing. */
const [step, stepRest] = [0.002707606173999011, 6.327543041662719e-14];
const perStep = 369.3299304675746;

/** 2^(j/256) in two parts. */
const powers = new Float64Array(cells);
const powerRests = new Float64Array(cells);
for (let j = 0; j < cells; j++) {
  const { hi, lo } = series(addDouble(multiplyDouble({ hi: stepRest, lo: 0 }, j), step * j));
  powers[j] = hi;
  powerRests[j] = lo;
}

/** exp(x) for 0 ≤ x < 1. */
function series(x: DoubleDouble): DoubleDouble {
  let sum: DoubleDouble = { hi: 1, lo: 0 };
  for (let n = 28; n > 0; n--) sum = addDouble(divideDouble(product(sum, x), n), 1);
  return sum;
}

function product(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  return addDoubleDouble(multiplyDouble(a, b.hi), multiplyDouble(a, b.lo));
}

/** Added and taken off again, it leaves a whole number. */
const roundToWhole = 6755399441055744;

const parts = new Float64Array(2);

/**
 * exp(hi + lo), to 0.51 units in the last place (0.77 where the result is subnormal), for |lo| far below |hi|.
 */
export function expOfSum(hi: number, lo: number): number {
  if (!(hi > -746 && hi < 710)) return hi > 0 ? Infinity : hi < 0 ? 0 : Number.NaN;
  const power = expParts(hi, lo, parts);
  return scaled(power + (parts[0] as number), parts[1] as number);
}

/**
 * exp(hi + lo) as 2^k·(power + small): it returns the power and writes `small` and `k` to `rest`. The sum is
 * n·log(2)/256 + r, with |r| ≤ log(2)/512.
 */
export function expParts(hi: number, lo: number, rest: Float64Array): number {
  const n = hi * perStep + roundToWhole - roundToWhole;
  const r = hi - n * step + (lo - n * stepRest);
  const cell = n & (cells - 1);
  const power = powers[cell] as number;
  rest[0] = (powerRests[cell] as number) + power * expMinusOne(r);
  rest[1] = n >> 8;
  return power;
}

/** exp(r) − 1 for |r| ≤ log(2)/512. */
const expMinusOne = (r: number): number =>
  r + r * r * (1 / 2 + r * (1 / 6) + r * r * (1 / 24 + r * (1 / 120)));

/** y·2^k, rounded once, for 1 ≤ y < 2. */
function scaled(y: number, k: number): number {
  if (k > 1023) return y * powerOfTwo(1023) * powerOfTwo(k - 1023);
  if (k < -1022) return y * powerOfTwo(k + 1022) * powerOfTwo(-1022);
  return y * powerOfTwo(k);
}
