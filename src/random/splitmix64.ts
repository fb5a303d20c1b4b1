import { addUint64, multiplyUint64, type Uint64, xorShiftRight } from "./uint64.js";

const increment: Uint64 = { hi: 0x9e3779b9, lo: 0x7f4a7c15 };
const firstFactor: Uint64 = { hi: 0xbf58476d, lo: 0x1ce4e5b9 };
const secondFactor: Uint64 = { hi: 0x94d049bb, lo: 0x133111eb };

/**
 * The first output of the SplitMix64 generator whose state is `state`: a bijection that turns near
 * inputs into unrelated outputs (Steele, Lea & Flood 2014). `splitmix64` of 0 is e220a8397b1dcdaf
 * in hexadecimal.
 */
export function splitmix64(state: Uint64): Uint64 {
  const first = multiplyUint64(xorShiftRight(nextSplitmix64State(state), 30), firstFactor);
  return xorShiftRight(multiplyUint64(xorShiftRight(first, 27), secondFactor), 31);
}

/** The state after one output: `splitmix64` of it is the generator's second output. */
export function nextSplitmix64State(state: Uint64): Uint64 {
  return addUint64(state, increment);
}
