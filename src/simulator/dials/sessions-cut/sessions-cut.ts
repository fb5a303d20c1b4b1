import type { Dial } from "../dial.js";

/** With this probability the end of a trajectory is lost. */
export const sessionsCut: Dial = {
  name: "sessionsCut",
  purpose:
    "With this probability the end of a trajectory is lost: what was viewed after a random rank is not logged, and the rows are marked.",
  assumption: "Trajectories are logged to their end.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.5,
  moves: "log",
  steps: (value) => ({
    log: (logged, _visit, chance) => {
      const [u, place] = [chance.next(), chance.next()];
      if (u >= value || logged.viewed < 2) return;
      logged.viewed = 1 + Math.floor(place * (logged.viewed - 1));
      logged.rows = logged.viewed;
      logged.censored = true;
    },
  }),
};
