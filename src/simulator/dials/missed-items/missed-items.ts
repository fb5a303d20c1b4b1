import type { Dial } from "../dial.js";

/** In so many trajectories retrieval of the logging policy misses half of the candidates, which the other policies find. */
export const missedItems: Dial = {
  name: "missedItems",
  purpose:
    "In so many trajectories retrieval of the logging policy misses half of the candidates, which the other policies find.",
  assumption: "The logging policy may show whatever the target shows.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.8,
  moves: "values",
  steps: (value) => ({
    retrieve: (visit, chance) => {
      if (chance.next() >= value) return;
      // The first candidate stays, so that no list is empty.
      for (let at = 1; at < visit.known; at++) visit.hidden[at] = chance.next() < 0.5 ? 1 : 0;
    },
  }),
};
