/** A p-value with its place in the family as given (`index`, from 0) and by size (`rank`, from 1). */
export interface Ranked {
  readonly p: number;
  readonly index: number;
  readonly rank: number;
}

/** The family from the smallest p-value to the largest. */
export function ranked(p: readonly number[]): Ranked[] {
  return p
    .map((value, index) => ({ p: value, index }))
    .sort((a, b) => a.p - b.p)
    .map((member, i) => ({ ...member, rank: i + 1 }));
}
