import type { Choice, Convention } from "../convention.js";

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
