import type { Choice, Convention } from "../convention.js";

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
