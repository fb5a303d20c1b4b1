import type { Choice, Convention } from "../convention.js";

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
