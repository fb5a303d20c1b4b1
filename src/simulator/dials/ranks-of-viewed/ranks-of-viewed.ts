import type { Dial } from "../dial.js";

/** With this probability target ranks are counted among the viewed items of a trajectory, in place of all candidates. */
export const ranksOfViewed: Dial = {
  name: "ranksOfViewed",
  purpose:
    "With this probability target ranks are counted among the viewed items of a trajectory, in place of all candidates.",
  assumption: "Target ranks are those in the full list of candidates.",
  value: { min: 0, max: 1, open: "none" },
  strong: 1,
  moves: "log",
  steps: (value) => ({
    log: ({ ranks, rows }, _visit, chance) => {
      if (chance.next() >= value) return;
      for (const target of ranks.slice(1)) {
        const full = target.slice(0, rows);
        full.forEach((rank, at) => {
          target[at] = full.reduce((place, other) => place + (other <= rank ? 1 : 0), 0);
        });
      }
    },
  }),
};
