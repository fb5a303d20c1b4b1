import { pow } from "../../../numeric/index.js";
import type { Choice, Convention } from "../convention.js";

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
