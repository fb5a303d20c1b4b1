import { exp } from "../numeric/elementary/exp.js";
import { fnv1a64 } from "./fnv1a64.js";
import { splitmix64 } from "./splitmix64.js";
import { toUnitInterval, type Uint64 } from "./uint64.js";

/** P(K ≤ k) of Poisson's distribution with mean 1. */
export const poissonOneCdf: readonly number[] = (() => {
  const sums: number[] = [];
  for (let k = 0, term = exp(-1), sum = 0; k < 18; term /= ++k) {
    sum += term;
    sums.push(sum);
  }
  return sums;
})();

/** The start of a replicate's draws: the hash of "seed|replicate|". */
export const replicateStart = (seed: number, replicate: number): Uint64 =>
  fnv1a64(`${seed}|${replicate}|`);

/**
 * How often a bootstrap replicate counts a key: a Poisson number of mean 1 from the hash of "seed|replicate|key",
 * the same wherever the key occurs. With `replicateStart(42, 0)` the key "t3" counts 3 times.
 */
export function poissonWeight(start: Uint64, key: string): number {
  const u = toUnitInterval(splitmix64(fnv1a64(key, start)));
  let k = 0;
  while (k < poissonOneCdf.length && u >= (poissonOneCdf[k] ?? 1)) k += 1;
  return k;
}
