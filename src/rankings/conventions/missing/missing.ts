import type { Choice, Convention } from "../convention.js";

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
