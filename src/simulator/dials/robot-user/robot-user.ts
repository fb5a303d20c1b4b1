import type { Dial } from "../dial.js";

/** A robot that views whole lists and gives every reward has so many sessions in the log, as a share of the number of users. */
export const robotUser: Dial = {
  name: "robotUser",
  purpose:
    "A robot that views whole lists and gives every reward has so many sessions in the log, as a share of the number of users.",
  assumption: "The log is of people.",
  value: { min: 0, max: 0.05, open: "none" },
  strong: 0.02,
  moves: "log",
  steps: (value) => ({ robot: value }),
};
