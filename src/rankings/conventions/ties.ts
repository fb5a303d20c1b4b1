import type { Choice, Convention } from "./convention.js";
import { introselectOrder } from "./introselect.js";

/** A user's scores in the order of the file, and the order of two items by their names. */
export interface ScoredItems {
  readonly scores: Float64Array;
  /** Below 0 where the name of item a comes before that of b, byte by byte. */
  readonly compareNames: (a: number, b: number) => number;
}

export interface Ties extends Choice {
  /** The indices of the items, best first. */
  readonly order: (scored: ScoredItems, cutoff: number) => Int32Array;
  /** Whether the order depends on where the list is cut. */
  readonly byCutoff?: true;
  /** Whether a rank's gain is the mean over all orders of the items that tie there. */
  readonly averages?: true;
}

/** Highest score first; equal scores as `then` says, else in the order of the file. */
function byScore(scores: Float64Array, then: (a: number, b: number) => number): Int32Array {
  const order = new Int32Array(scores.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  if (isDescending(scores)) return order;
  return order.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || then(a, b) || a - b);
}

function isDescending(scores: Float64Array): boolean {
  for (let i = 1; i < scores.length; i++) {
    if (!((scores[i - 1] ?? 0) > (scores[i] ?? 0))) return false;
  }
  return true;
}

/** How items with equal scores are ordered. */
export const ties: Convention<Ties> = {
  name: "ties",
  purpose: "the order of items with equal scores",
  choices: [
    {
      name: "itemDescending",
      purpose: "by name, last in byte order first",
      order: ({ scores, compareNames }) => byScore(scores, (a, b) => compareNames(b, a)),
    },
    {
      name: "itemAscending",
      purpose: "by name, first in byte order first",
      order: ({ scores, compareNames }) => byScore(scores, compareNames),
    },
    {
      name: "file",
      purpose: "as the run lists them",
      order: ({ scores }) => byScore(scores, () => 0),
    },
    {
      name: "average",
      purpose: "the mean over all their orders (McSherry and Najork 2008)",
      averages: true,
      order: ({ scores, compareNames }) => byScore(scores, compareNames),
    },
    {
      name: "introselect",
      purpose: "as numpy.argpartition leaves the top k, read backwards",
      byCutoff: true,
      order: ({ scores }, cutoff) => introselectOrder(scores, cutoff),
    },
  ],
};
