import { nextSplitmix64State, splitmix64 } from "./splitmix64.js";
import type { Uint64 } from "./uint64.js";

/**
 * The generator xoshiro128** 1.1 of Blackman & Vigna (ACM TOMS 47, 2021): 32 bits a step, period
 * 2^128 − 1, all arithmetic in 32-bit integers. From state 1, 2, 3, 4 its first outputs are 11520,
 * 0 and 5927040. At least one word of the state must not be 0.
 */
export class Xoshiro128 {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(a: number, b: number, c: number, d: number) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#d = d | 0;
  }

  /** The generator whose state is the first two outputs of SplitMix64 from `key`. */
  static seeded(key: Uint64): Xoshiro128 {
    // SplitMix64 is a bijection, so two successive outputs are never both 0.
    const first = splitmix64(key);
    const second = splitmix64(nextSplitmix64State(key));
    return new Xoshiro128(first.hi, first.lo, second.hi, second.lo);
  }

  /** The next integer in [0, 2^32). */
  uint32(): number {
    const b = this.#b;
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const c = this.#c ^ this.#a;
    const d = this.#d ^ b;
    this.#b = b ^ c;
    this.#a ^= d;
    this.#c = c ^ (b << 9);
    this.#d = (d << 11) | (d >>> 21);
    return result;
  }
}
