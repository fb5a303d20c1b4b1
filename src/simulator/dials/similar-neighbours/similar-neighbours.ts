import { topicOf } from "../../visit.js";
import type { Dial } from "../dial.js";

/** An item earns less below one of its own topic. */
export const similarNeighbours: Dial = {
  name: "similarNeighbours",
  purpose: "An item earns less below one of its own topic: its chance is multiplied by 1 − value.",
  assumption: "The reward of an item does not depend on the other items of the list.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.9,
  moves: "values",
  steps: (value) => ({
    chance: (q, visit) => {
      const { before, candidate } = visit;
      return before >= 0 && topicOf(visit, before) === topicOf(visit, candidate)
        ? q * (1 - value)
        : q;
    },
  }),
};
