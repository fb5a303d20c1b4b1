import { ln, log2, pow } from "../../numeric/index.js";
import type { Choice, Convention } from "./convention.js";

export interface Gain extends Choice {
  /** What an item of this grade brings at the first rank. */
  readonly of: (grade: number, relevant: number) => number;
  /** The other settings on which that depends. */
  readonly reads: readonly ("negatives" | "relevant")[];
}

/** How a grade becomes a gain; items that the labels do not name have grade 0. */
export const gain: Convention<Gain> = {
  name: "gain",
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
};

export interface Negatives extends Choice {
  /** The grade whose gain an item has. */
  readonly of: (grade: number) => number;
  /** Whether measures that divide by an ideal refuse negative grades, since that ideal would bound nothing. */
  readonly refusedByIdeal?: true;
}

/** What grades below 0 bring. */
export const negatives: Convention<Negatives> = {
  name: "negatives",
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
};

export interface Discount extends Choice {
  /** The weight of a rank, 1-based. */
  readonly at: (rank: number) => number;
}

/** The weight that a gain has at a rank. */
export const discount: Convention<Discount> = {
  name: "discount",
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
};

export interface Ideal extends Choice {
  /** The grades of the ideal list, best first, of what was listed and of the labels; both best first. */
  readonly of: (listed: Float64Array, labels: Float64Array) => Float64Array;
}

const bestFirst = (grades: Float64Array): Float64Array =>
  Float64Array.from(grades).sort((a, b) => b - a);

/** What the best possible list of a user is, before it is cut. */
export const ideal: Convention<Ideal> = {
  name: "ideal",
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
};

export interface Grades extends Choice {
  /** Whether the tool can hold such a grade; a label that it cannot is an error. */
  readonly holds: (grade: number) => boolean;
}

/** Which grades a tool can hold. */
export const grades: Convention<Grades> = {
  name: "grades",
  purpose: "which grades there may be",
  choices: [
    { name: "any", purpose: "any numbers", holds: () => true },
    { name: "whole", purpose: "whole numbers; others are refused", holds: Number.isInteger },
  ],
};

export interface Scores extends Choice {
  /** The scores as they are compared. */
  readonly compared: (scores: Float64Array) => Float64Array;
}

/** How exactly scores are compared: what is equal then is a tie. */
export const scores: Convention<Scores> = {
  name: "scores",
  purpose: "how exactly scores are compared",
  choices: [
    { name: "double", purpose: "as 64-bit floats", compared: (all) => all },
    {
      name: "single",
      purpose: "as 32-bit floats: scores that differ by less than about 6e-8 of their size tie",
      compared: (all) => all.map(Math.fround),
    },
  ],
};

export interface Empty extends Choice {
  /** The value of a measure that is not defined for a user; null leaves the user out of it. */
  readonly value: number | null;
  /** Whether users without a relevant label are left out of every measure. */
  readonly leavesOut?: true;
}

/** What a user without a relevant label counts. */
export const empty: Convention<Empty> = {
  name: "empty",
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
};

export interface Missing extends Choice {
  /** Whether a user with labels whom the run leaves out counts with an empty list. */
  readonly counts: boolean;
  /** Whether such a user is an error. */
  readonly refuses?: true;
}

/** What a user with labels counts in a run that does not list that user. */
export const missing: Convention<Missing> = {
  name: "missing",
  purpose: "users with labels whom the run leaves out",
  choices: [
    { name: "zero", purpose: "counted, with an empty list", counts: true },
    { name: "skip", purpose: "left out", counts: false },
    { name: "refuse", purpose: "an error", counts: false, refuses: true },
  ],
};

export interface PrecisionBy extends Choice {
  /** What precision divides by, of the cutoff (Infinity without one) and the number of items listed. */
  readonly of: (cutoff: number, listed: number) => number;
}

/** What precision divides by where a list is shorter than the cutoff. */
export const precisionBy: Convention<PrecisionBy> = {
  name: "precisionBy",
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
};

export interface RecallBy extends Choice {
  /** What recall and average precision divide by. */
  readonly of: (cutoff: number, relevant: number) => number;
}

/** What recall divides by where a user has more relevant items than the cutoff. */
export const recallBy: Convention<RecallBy> = {
  name: "recallBy",
  purpose: "what recall and average precision divide by",
  choices: [
    { name: "relevant", purpose: "all relevant items", of: (_, relevant) => relevant },
    {
      name: "reachable",
      purpose: "at most as many as the cutoff lets in",
      of: (cutoff, relevant) => Math.min(cutoff, relevant),
    },
  ],
};
