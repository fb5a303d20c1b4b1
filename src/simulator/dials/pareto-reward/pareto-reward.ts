import { pow } from "../../../numeric/index.js";
import type { Dial } from "../dial.js";

/** Rewards with real values are multiplied by a Pareto number with mean 1 and tail index 1/value. */
export const paretoReward: Dial = {
  name: "paretoReward",
  purpose:
    "Rewards with real values are multiplied by a Pareto number with mean 1 and tail index 1/value: from 0.5 on the variance is infinite.",
  assumption: "The mean reward has a standard error.",
  value: { min: 0, max: 1, open: "max" },
  strong: 0.7,
  moves: "draws",
  steps: (value) => ({
    amount: (amount, u) => amount * (1 - value) * pow(u, -value),
  }),
};
