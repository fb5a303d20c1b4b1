import { fnv1a64 } from "./fnv1a64.js";
import { poissonOneCdf } from "./poisson-weight.js";
import { Xoshiro128 } from "./xoshiro128.js";

/** P(K ≤ k)·2^32, rounded: a draw of 32 bits below the first of them counts 0 times. */
const thresholds: readonly number[] = poissonOneCdf.map((share) => Math.round(share * 2 ** 32));

/** The count of the lowest draw whose upper 16 bits these are. */
const counts = new Uint8Array(2 ** 16);
for (const [k, threshold] of thresholds.entries())
  counts.fill(k + 1, Math.ceil(threshold / 2 ** 16));

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
  const generator = Xoshiro128.seeded(fnv1a64(`${seed}|${key}`));
  for (let r = 0; r < into.length; r++) {
    const draw = generator.uint32();
    const least = counts[draw >>> 16] ?? 0;
    const next = thresholds[least];
    into[r] = next !== undefined && draw >= next ? countOf(draw, least) : least;
  }
}
