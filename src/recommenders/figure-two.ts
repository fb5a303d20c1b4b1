import { LogError, reason } from "../errors.js";
import type { ComparisonRequest } from "./comparison/compare.js";
import type { Family } from "./comparison/work.js";
import { type HeldOut, holdOut } from "./held-out.js";
import { type Interactions, withUsersPerItem, withValue } from "./interactions.js";
import { splits } from "./splits/index.js";

const even = (from: number, to: number, step: number): readonly number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

const neighbours = even(70, 110, 5);

/** EASE over 111 values of l2 and KUNN over 81 pairs of neighbours: the appendix of Jeunen et al. (KDD 2024). */
const families: readonly Family[] = [
  { model: "ease", grid: even(500, 1600, 10).map((l2) => ({ l2 })) },
  { model: "kunn", grid: neighbours.flatMap((Ku) => neighbours.map((Ki) => ({ Ku, Ki }))) },
];

/** What figure 2 of the paper compares: 192 models by DCG and nDCG at 100. */
export const figureTwo: ComparisonRequest = { families, cutoff: 100 };

/**
 * Ratings of 4 or more, of items that at least five users rated so; half of every user's items are held out. Throws
 * a LogError where no user is left with items on both sides.
 */
export function figureTwoSplit(ratings: Interactions): {
  readonly kept: Interactions;
  readonly held: HeldOut;
} {
  const kept = withUsersPerItem(withValue(ratings, 4), 5);
  const split = splits[0];
  if (split === undefined) throw new RangeError("There is no split.");
  const held = holdOut(kept, split.training(kept, { share: 0.5, seed: 0 }));
  if (held.evaluated.length > 0) return { kept, held };
  const [all, left] = [ratings.user.length, kept.user.length];
  const message = `The ratings: expected users with two or more ratings of 4 or higher on items that five users rated so; of ${all} ratings ${left} are left, and no user has items on both sides of the split. Give a larger file.`;
  throw new LogError(reason("ratingsTooFew", message, { ratings: all, left }));
}
