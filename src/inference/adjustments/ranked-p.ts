/** A p-value with its place in the family as given (`index`, from 0) and by size (`rank`, from 1). */
export interface RankedP {
  readonly p: number;
  readonly index: number;
  readonly rank: number;
}

/** The family from the smallest p-value to the largest. */
export function ranked(p: readonly number[]): readonly RankedP[] {
  return p
    .map((value, index) => ({ p: value, index }))
    .sort((a, b) => a.p - b.p)
    .map((member, i) => ({ ...member, rank: i + 1 }));
}

/**
 * The running minimum, from the largest p-value down, of p₍ᵢ₎·(m/i)·factor, at most 1, in the order
 * given. The quotient comes first so that no adjusted value falls below its p by rounding.
 * `stepUp([0.01, 0.04], 1)` is [0.02, 0.04].
 */
export function stepUp(p: readonly number[], factor: number): number[] {
  const adjusted = new Array<number>(p.length).fill(1);
  let smallest = 1;
  for (const member of ranked(p).toReversed()) {
    smallest = Math.min(smallest, member.p * ((p.length / member.rank) * factor));
    adjusted[member.index] = smallest;
  }
  return adjusted;
}

/** Throws a RangeError that names the first member of `p` outside [0, 1]: "holm: p[2] must be …". */
export function requireProbabilities(caller: string, p: readonly number[]): void {
  const index = p.findIndex((value) => !(value >= 0 && value <= 1));
  if (index < 0) return;
  throw new RangeError(`${caller}: p[${index}] must be in [0, 1], but was ${p[index]}.`);
}
