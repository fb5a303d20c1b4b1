import { ranked } from "./ranked.js";

/**
 * The running minimum, from the largest p-value down, of p₍ᵢ₎·(m/i)·factor, at most 1, in the order
 * given. The quotient comes first so that no adjusted value falls below its p by rounding.
 * `stepUp([0.01, 0.04], 1)` is [0.02, 0.04].
 */
export function stepUp(p: readonly number[], factor: number): number[] {
  const adjusted = new Array<number>(p.length).fill(1);
  let smallest = 1;
  for (const member of ranked(p).reverse()) {
    smallest = Math.min(smallest, member.p * ((p.length / member.rank) * factor));
    adjusted[member.index] = smallest;
  }
  return adjusted;
}
