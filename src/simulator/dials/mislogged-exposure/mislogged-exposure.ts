import { exp } from "../../../numeric/index.js";
import type { Dial } from "../dial.js";

/** Logged exposures are wrong. */
export const misloggedExposure: Dial = {
  name: "misloggedExposure",
  purpose:
    "Logged exposures are wrong: each is multiplied by a log-normal number with mean 1 and this standard deviation of its logarithm.",
  assumption: "Exposures of the logging policy are logged as they were.",
  value: { min: 0, max: 2, open: "none" },
  strong: 0.8,
  moves: "log",
  needsExposures: true,
  steps: (value) => ({
    log: ({ exposures: [logger], rows }, _visit, chance) => {
      for (let at = 0; logger !== undefined && at < rows; at++) {
        const factor = exp(value * chance.normal() - (value * value) / 2);
        logger[at] = Math.min(1, (logger[at] as number) * factor);
      }
    },
  }),
};
