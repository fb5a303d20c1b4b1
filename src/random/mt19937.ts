import { powerOfTwo } from "../numeric/elementary/power-of-two.js";

/**
 * The Mersenne Twister MT19937 seeded by one 32-bit number (Matsumoto and Nishimura 1998, Knuth's multiplier
 * 1812433253), as numpy's `RandomState(seed)` is: draws of 32 bits. It exists to repeat published splits.
 */
export function mt19937(seed: number): () => number {
  const state = new Uint32Array(624);
  state[0] = seed >>> 0;
  for (let i = 1; i < 624; i++) {
    const before = (state[i - 1] ?? 0) ^ ((state[i - 1] ?? 0) >>> 30);
    state[i] = Math.imul(before, 1812433253) + i;
  }
  let at = 624;
  return () => {
    if (at === 624) at = twist(state);
    let y = state[at++] ?? 0;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}

function twist(state: Uint32Array): number {
  for (let i = 0; i < 624; i++) {
    const y = ((state[i] ?? 0) & 0x80000000) | ((state[(i + 1) % 624] ?? 0) & 0x7fffffff);
    state[i] = (state[(i + 397) % 624] ?? 0) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
  return 0;
}

/**
 * Shuffles in place as numpy's `RandomState(seed).shuffle` does: from the last place down, each swapped with
 * one at or before it, drawn by masked rejection.
 */
export function shuffleByMt19937(values: Int32Array, seed: number): void {
  const draw = mt19937(seed);
  for (let i = values.length - 1; i > 0; i--) {
    const mask = powerOfTwo(32 - Math.clz32(i)) - 1;
    let j = draw() & mask;
    while (j > i) j = draw() & mask;
    const value = values[i] ?? 0;
    values[i] = values[j] ?? 0;
    values[j] = value;
  }
}
