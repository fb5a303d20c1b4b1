import { type EstimatedSet, intervalOfSet } from "../inference/set-interval.js";
import type { Alternative, Around, Comparison, Widening } from "./comparison.js";

/** What the interval of a comparison follows from. */
export type IntervalTerms = Pick<Comparison, "level" | "df"> & Around;

/** The interval of a difference at the comparison's level: it covers every value that alternatives and missing views leave possible. */
export function intervalOf(
  comparison: IntervalTerms,
  value: number,
  se: number,
): readonly [lo: number, hi: number] {
  const sets = setsAround(comparison, value, se);
  return hullOf(
    sets.map((set) =>
      comparison.df > 0 ? intervalOfSet(set, comparison.level, comparison.df) : set.ends,
    ),
  );
}

/** The only alternative of a comparison that has no others. */
const asItIs: Alternative = {
  code: "study",
  role: "lead",
  offset: 0,
  spread: 1,
  errs: [0, 0],
};

const asItStands: Widening = { below: 0, above: 0, spreads: [1, 1] };

/** An alternative's set, and the share of what the baseline earns that is left by it. */
type SetOfAlternative = EstimatedSet & Pick<Alternative, "ofBase">;

/**
 * For each alternative that counts, the differences that missing views leave possible, where theirs are at the point `value`,
 * as it is and widened by what the study says: a wider set never takes from an end that it does not move.
 */
export function setsAround(
  { missing, widened, alternatives = [asItIs] }: Around,
  value: number,
  se: number,
): readonly SetOfAlternative[] {
  const ofMissing: Widening = missing ?? asItStands;
  const widenings = [asItStands, ...(widened ? [addedUp(widened)] : [])];
  return alternatives.filter(counts).flatMap(({ offset, spread, errs, ofBase }) =>
    widenings.map(({ below, above, spreads }) => {
      const at = value + offset;
      const errorAt = (end: 0 | 1): number => se * spread * ofMissing.spreads[end] * spreads[end];
      return {
        ends: [at - errs[0] - ofMissing.below - below, at + errs[1] + ofMissing.above + above],
        se: [errorAt(0), errorAt(1)],
        ...(ofBase !== undefined && { ofBase }),
      };
    }),
  );
}

const addedUp = (widenings: readonly Widening[]): Widening =>
  widenings.reduce(({ below, above, spreads: [down, up] }, widening) => ({
    below: below + widening.below,
    above: above + widening.above,
    spreads: [down * widening.spreads[0], up * widening.spreads[1]],
  }));

/** The same of all alternatives together. */
export function setAround(around: Around, value: number, se: number): EstimatedSet {
  const sets = setsAround(around, value, se);
  const ends = hullOf(sets.map((set) => set.ends));
  const errorAt = (end: 0 | 1): number =>
    sets.find((set) => set.ends[end] === ends[end])?.se[end] ?? se;
  return { ends, se: [errorAt(0), errorAt(1)] };
}

/** Whether an alternative's values are among those of its comparison. */
const counts = ({ role }: Pick<Alternative, "role">): boolean =>
  role === "lead" || role === "added";

/** The smallest interval that holds them all. */
export const hullOf = (
  intervals: readonly (readonly [number, number])[],
): readonly [number, number] => [
  Math.min(...intervals.map(([low]) => low)),
  Math.max(...intervals.map(([, high]) => high)),
];
