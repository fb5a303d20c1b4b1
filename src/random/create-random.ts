import { ln } from "../numeric/elementary/ln.js";
import { fnv1a64 } from "./fnv1a64.js";
import type { Random } from "./random.js";
import { nextSplitmix64State, splitmix64 } from "./splitmix64.js";
import type { Uint64 } from "./uint64.js";
import { Xoshiro128 } from "./xoshiro128.js";

/**
 * A stream of chance from `seed`: FNV-1a of the seed's decimal text, SplitMix64, then xoshiro128**.
 * 42, 42n and "42" are the same seed. Throws a RangeError for a number that is not a safe integer (pass
 * larger seeds as bigint or text). `createRandom(42).next()` is 0.12801291894255218.
 */
export function createRandom(seed: number | bigint | string): Random {
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw new RangeError(
      `createRandom: seed must be an integer in [-(2^53 - 1), 2^53 - 1], but was ${seed}. Pass a larger seed as a bigint or a string.`,
    );
  }
  return new SeededRandom(fnv1a64(String(seed)));
}

class SeededRandom implements Random {
  readonly #key: Uint64;
  readonly #source: Xoshiro128;
  #spareNormal: number | undefined;

  constructor(key: Uint64) {
    this.#key = key;
    this.#source = Xoshiro128.seeded(key);
  }

  next(): number {
    return this.#bits53() / 2 ** 53;
  }

  /** Marsaglia's polar method; the second number of each pair is kept for the next call. */
  normal(): number {
    const spare = this.#spareNormal;
    this.#spareNormal = undefined;
    if (spare !== undefined) return spare;
    for (;;) {
      const x = 2 * this.next() - 1;
      const y = 2 * this.next() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * ln(square)) / square);
      this.#spareNormal = y * factor;
      return x * factor;
    }
  }

  integer(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= 2 ** 53)) {
      throw new RangeError(`integer: n must be an integer in [1, 2^53], but was ${n}.`);
    }
    const span = n <= 2 ** 32 ? 2 ** 32 : 2 ** 53;
    const accepted = span - (span % n);
    for (;;) {
      const bits = n <= 2 ** 32 ? this.#source.uint32() : this.#bits53();
      if (bits < accepted) return bits % n;
    }
  }

  gumbel(): number {
    for (;;) {
      const u = this.next();
      if (u > 0) return -ln(-ln(u));
    }
  }

  fork(label: string): Random {
    // The key's first two SplitMix64 outputs are the state; the third starts the hash of the label.
    const third = splitmix64(nextSplitmix64State(nextSplitmix64State(this.#key)));
    return new SeededRandom(fnv1a64(label, third));
  }

  #bits53(): number {
    const high = this.#source.uint32() >>> 5;
    return high * 67108864 + (this.#source.uint32() >>> 6);
  }
}
