import type { Choice, Convention } from "../convention.js";

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
