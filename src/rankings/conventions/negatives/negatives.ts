import type { Choice, Convention } from "../convention.js";

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
