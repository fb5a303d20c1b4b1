import { fnv1a64 } from "./fnv1a64.js";
import { poissonOneCdf } from "./poisson-weight.js";
import { nextSplitmix64State, splitmix64 } from "./splitmix64.js";

/** P(K ≤ k)·2^32, rounded: a draw of 32 bits below the first of them counts 0 times. */
const thresholds: readonly number[] = poissonOneCdf.map((share) => Math.round(share * 2 ** 32));

/** The count of the lowest draw whose upper 16 bits these are. */
const counts: Uint8Array = Uint8Array.from({ length: 2 ** 16 }, (_, upper) =>
  countOf(upper * 2 ** 16, 0),
);

function countOf(draw: number, from: number): number {
  let k = from;
  while (k < thresholds.length && draw >= (thresholds[k] ?? 0)) k += 1;
  return k;
}

/**
 * How often each replicate counts a key: Poisson numbers of mean 1 from the generator xoshiro128** that the hash of
 * "seed|key" starts, one a replicate. A thousand of them cost a twentieth of a thousand hashes (`poissonWeight`).
 * The first of `poissonStream(1, "u", into)` are 0, 1, 1 and 0.
 */
export function poissonStream(seed: number, key: string, into: Uint8Array): void {
  const start = fnv1a64(`${seed}|${key}`);
  const [first, second] = [splitmix64(start), splitmix64(nextSplitmix64State(start))];
  let [a, b, c, d] = [first.hi | 0, first.lo | 0, second.hi | 0, second.lo | 0];
  for (let r = 0; r < into.length; r++) {
    const product = Math.imul(b, 5);
    const draw = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    const least = counts[draw >>> 16] ?? 0;
    const next = thresholds[least];
    into[r] = next !== undefined && draw >>> 0 >= next ? countOf(draw >>> 0, least) : least;
  }
}
