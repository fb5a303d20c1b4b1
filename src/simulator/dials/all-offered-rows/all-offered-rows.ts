import type { Dial } from "../dial.js";

/** With this probability a trajectory is logged with all that was offered, viewed or not. */
export const allOfferedRows: Dial = {
  name: "allOfferedRows",
  purpose: "With this probability a trajectory is logged with all that was offered, viewed or not.",
  assumption: "The log holds the items that were viewed, and no others.",
  value: { min: 0, max: 1, open: "none" },
  strong: 1,
  moves: "log",
  steps: (value) => ({
    log: (logged, { shown }, chance) => {
      if (chance.next() < value) logged.rows = shown.length;
    },
  }),
};
