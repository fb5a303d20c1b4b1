import type { Dial } from "../dial.js";

/** Retrieval of all policies but the logging one also finds new items. */
export const newItems: Dial = {
  name: "newItems",
  purpose:
    "Retrieval of all policies but the logging one also finds new items: so many more, as a share of the list's length.",
  assumption: "The logging policy may show whatever the target shows.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.5,
  moves: "values",
  steps: (value) => ({ newItems: value }),
};
