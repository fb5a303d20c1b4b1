import type { Dial } from "../dial.js";

/** Users reward what stands at the top. */
export const trustInRank: Dial = {
  name: "trustInRank",
  purpose:
    "Users reward what stands at the top: an item that they like gets the reward with probability 1 − value·(1 − 1/rank), another with value/rank.",
  assumption: "A viewed item earns the same at every rank.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.5,
  moves: "values",
  steps: (value) => ({
    chance: (q, { rank }) => q * (1 - value * (1 - 1 / rank)) + (1 - q) * (value / rank),
  }),
};
