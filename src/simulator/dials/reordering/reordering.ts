import type { Dial } from "../dial.js";

/** The product swaps neighbours of a policy's list with this probability; the log holds the ranks that the policies gave. */
export const reordering: Dial = {
  name: "reordering",
  purpose:
    "The product swaps neighbours of a policy's list with this probability; the log holds the ranks that the policies gave.",
  assumption: "Items are shown where the policy ranks them.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.8,
  moves: "values",
  steps: (value) => ({
    arrange: ({ list, length }, chance) => {
      for (let at = 0; at + 1 < length; at++) {
        if (chance.next() >= value) continue;
        const upper = list[at] as number;
        list[at] = list[at + 1] as number;
        list[++at] = upper;
      }
    },
  }),
};
