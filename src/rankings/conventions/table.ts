import { ln } from "../../numeric/elementary/ln.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import { pow } from "../../numeric/elementary/pow.js";
import type { Choice, Convention } from "./convention.js";
import { introselectOrder } from "./introselect.js";

/** A user's scores in the order of the file, and the order of two items by their names. */
interface ScoredItems {
  readonly scores: Float64Array;
  /** Below 0 where the name of item a comes before that of b, byte by byte. */
  readonly compareNames: (a: number, b: number) => number;
}

/** What a choice of each convention holds beside its name and purpose. */
interface Holds {
  readonly gain: {
    /** What an item of this grade brings at the first rank. */
    readonly of: (grade: number, relevant: number) => number;
    /** The other settings on which that depends. */
    readonly reads: readonly ("negatives" | "relevant")[];
  };
  readonly negatives: {
    /** The grade whose gain an item has. */
    readonly of: (grade: number) => number;
    /** Whether measures that divide by an ideal refuse negative grades, since that ideal would bound nothing. */
    readonly refusedByIdeal?: true;
  };
  readonly discount: {
    /** The weight of a rank, 1-based. */
    readonly at: (rank: number) => number;
  };
  readonly ideal: {
    /** The grades of the ideal list, best first, of what was listed and of the labels; both best first. */
    readonly of: (listed: Float64Array, labels: Float64Array) => Float64Array;
  };
  readonly grades: {
    /** Whether the tool can hold such a grade; a label that it cannot is an error. */
    readonly holds: (grade: number) => boolean;
  };
  readonly scores: {
    /** The scores as they are compared. */
    readonly compared: (scores: Float64Array) => Float64Array;
  };
  readonly ties: {
    /** The indices of the items, best first. */
    readonly order: (scored: ScoredItems, cutoff: number) => Int32Array;
    /** Whether the order depends on where the list is cut. */
    readonly byCutoff?: true;
    /** Whether a rank's gain is the mean over all orders of the items that tie there. */
    readonly averages?: true;
  };
  readonly empty: {
    /** The value of a measure that is not defined for a user; null leaves the user out of it. */
    readonly value: number | null;
    /** Whether users without a relevant label are left out of every measure. */
    readonly leavesOut?: true;
  };
  readonly missing: {
    /** Whether a user with labels whom the run leaves out counts with an empty list. */
    readonly counts: boolean;
    readonly refuses?: true;
  };
  readonly precisionBy: {
    /** What precision divides by, of the cutoff (Infinity without one) and the number of items listed. */
    readonly of: (cutoff: number, listed: number) => number;
  };
  readonly recallBy: {
    /** What recall and average precision divide by. */
    readonly of: (cutoff: number, relevant: number) => number;
  };
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

const bestFirst = (grades: Float64Array): Float64Array =>
  Float64Array.from(grades).sort((a, b) => b - a);

export type ConventionName = keyof Holds;
export type ChoiceOf<Name extends ConventionName> = Choice & Holds[Name];

export const table: {
  readonly [Name in ConventionName]: Omit<Convention<ChoiceOf<Name>>, "name">;
} = {
  gain: {
    purpose: "how a grade becomes a gain",
    choices: [
      {
        name: "linear",
        purpose: "the grade itself",
        reads: ["negatives"],
        of: (grade) => grade,
      },
      {
        name: "exp",
        purpose: "2^grade − 1 (Burges et al. 2005)",
        reads: ["negatives"],
        of: (grade) => pow(2, grade) - 1,
      },
      {
        name: "binary",
        purpose: "1 from the grade `relevant` on, else 0",
        reads: ["relevant"],
        of: (grade, relevant) => (grade >= relevant ? 1 : 0),
      },
    ],
  },
  negatives: {
    purpose: "grades below 0",
    choices: [
      { name: "zero", purpose: "bring nothing", of: (grade) => Math.max(grade, 0) },
      {
        name: "sum",
        purpose: "take away; measures that divide by an ideal refuse them",
        of: (grade) => grade,
        refusedByIdeal: true,
      },
    ],
  },
  discount: {
    purpose: "the weight of a rank",
    choices: [
      { name: "log2", purpose: "1/log2(rank + 1)", at: (rank) => 1 / log2(rank + 1) },
      {
        name: "late",
        purpose: "1/log2(max(rank, 2)): ranks 1 and 2 alike (Järvelin and Kekäläinen 2002, base 2)",
        at: (rank) => 1 / log2(Math.max(rank, 2)),
      },
      { name: "ln", purpose: "1/ln(rank + 1)", at: (rank) => 1 / ln(rank + 1) },
      { name: "inverse", purpose: "1/rank", at: (rank) => 1 / rank },
    ],
  },
  ideal: {
    purpose: "the list that nDCG divides by",
    choices: [
      { name: "labels", purpose: "all labels of the user, best first", of: (_, labels) => labels },
      {
        name: "listed",
        purpose: "the items of the list itself, best first",
        of: (listed) => bestFirst(listed),
      },
      {
        name: "asMany",
        purpose: "the best labels, as many as the list has items",
        of: (listed, labels) => labels.subarray(0, listed.length),
      },
    ],
  },
  grades: {
    purpose: "which grades there may be",
    choices: [
      { name: "any", purpose: "any numbers", holds: () => true },
      { name: "whole", purpose: "whole numbers; others are refused", holds: Number.isInteger },
    ],
  },
  scores: {
    purpose: "how exactly scores are compared",
    choices: [
      { name: "double", purpose: "as 64-bit floats", compared: (all) => all },
      {
        name: "single",
        purpose: "as 32-bit floats: scores that differ by less than about 6e-8 of their size tie",
        compared: (all) => all.map(Math.fround),
      },
    ],
  },
  ties: {
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
  },
  empty: {
    purpose: "users without a relevant label",
    choices: [
      {
        name: "skip",
        purpose: "left out of measures that are not defined for them, counted in the others",
        value: null,
      },
      { name: "zero", purpose: "0, and counted", value: 0 },
      { name: "one", purpose: "1 where the measure is not defined", value: 1 },
      { name: "drop", purpose: "left out of every measure", value: null, leavesOut: true },
    ],
  },
  missing: {
    purpose: "users with labels whom the run leaves out",
    choices: [
      { name: "zero", purpose: "counted, with an empty list", counts: true },
      { name: "skip", purpose: "left out", counts: false },
      { name: "refuse", purpose: "an error", counts: false, refuses: true },
    ],
  },
  precisionBy: {
    purpose: "what precision divides by",
    choices: [
      {
        name: "cutoff",
        purpose: "the cutoff, be the list shorter",
        of: (cutoff, listed) => (cutoff === Infinity ? listed : cutoff),
      },
      {
        name: "listed",
        purpose: "the items that the list has up to the cutoff",
        of: (cutoff, listed) => Math.min(cutoff, listed),
      },
    ],
  },
  recallBy: {
    purpose: "what recall and average precision divide by",
    choices: [
      { name: "relevant", purpose: "all relevant items", of: (_, relevant) => relevant },
      {
        name: "reachable",
        purpose: "at most as many as the cutoff lets in",
        of: (cutoff, relevant) => Math.min(cutoff, relevant),
      },
    ],
  },
};
