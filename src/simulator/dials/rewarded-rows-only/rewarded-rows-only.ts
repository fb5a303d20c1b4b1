import type { Dial } from "../dial.js";

/** A view without any reward is left out of the log with this probability. */
export const rewardedRowsOnly: Dial = {
  name: "rewardedRowsOnly",
  purpose: "A view without any reward is left out of the log with this probability.",
  assumption: "The log holds the items that were viewed, and no others.",
  value: { min: 0, max: 1, open: "none" },
  strong: 1,
  moves: "log",
  steps: (value) => ({
    log: ({ rows, keep, earned }, _visit, chance) => {
      const kinds = earned.length / keep.length;
      for (let at = 0; at < rows; at++) {
        const given = earned.subarray(at * kinds, (at + 1) * kinds);
        if (chance.next() < value && given.every((reward) => reward === 0)) keep[at] = 0;
      }
    },
  }),
};
