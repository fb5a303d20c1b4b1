import { outOfDomain } from "../numeric/out-of-domain.js";

/** A set of candidates, the chance that it is the one, and where a ranker then puts each item, by rank. */
export interface CandidateSet {
  readonly chance: number;
  readonly placement: Readonly<Record<string, readonly number[]>>;
}

/**
 * The probability of each item at each rank where candidates are drawn first and ranked then: the sets' placements,
 * weighed by their chances. An item that no set holds is not in the result. Throws a RangeError where chances do not
 * add up to 1. Weights from these are unbiased also where the candidates of the policies differ, and vary no more than
 * weights given the set that was drawn (docs/methods.md, "Placements").
 *
 * @example
 * mixedPlacement([
 *   { chance: 0.5, placement: { a: [1], b: [0] } },
 *   { chance: 0.5, placement: { c: [1] } },
 * ]); // { a: [0.5], b: [0], c: [0.5] }
 */
export function mixedPlacement(
  sets: readonly CandidateSet[],
): Readonly<Record<string, readonly number[]>> {
  const total = sets.reduce((sum, { chance }) => sum + chance, 0);
  if (Math.abs(total - 1) > 1e-9) {
    throw outOfDomain("mixedPlacement", "the sum of chances", "[1, 1]", total);
  }
  const negative = sets.find(({ chance }) => !(chance >= 0));
  if (negative !== undefined) {
    throw outOfDomain("mixedPlacement", "a chance", "[0, 1]", negative.chance);
  }
  const mixed = new Map<string, number[]>();
  for (const { chance, placement } of sets) {
    for (const [item, ranks] of Object.entries(placement)) {
      const row = mixed.get(item) ?? [];
      mixed.set(item, row);
      ranks.forEach((share, i) => {
        row[i] = (row[i] ?? 0) + chance * share;
      });
    }
  }
  return Object.fromEntries(mixed);
}
