import { reason } from "../../../errors.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";
import { sourceText } from "../../role-use.js";
import { smallestProbability } from "../probability.js";

const unsound: Refusal = {
  code: "samplingInvalid",
  expected: `a probability in (0, 1], ${smallestProbability} at least`,
  remedy:
    "a row that is in the log cannot have been kept with probability 0; log the rate at which it was really kept, 1 where all were",
};

export const sampling: Role<"sampling", "log", "sampling"> = {
  name: "sampling",
  in: "log",
  field: "sampling",
  words: {
    purpose: "the probability, in (0, 1], with which the trajectory of the row was kept",
    details:
      ", the same in all of its rows; every number then weighs it by the inverse, and describes all trajectories",
    without: "every row was kept",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_sampling",
  read: readNumber,
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: smallestProbability, high: 1 } },
  isSampled: true,
  single: {
    count: "severalRates",
    refusal: {
      code: "severalRates",
      says: ["was kept with several probabilities", "were kept with several probabilities"],
    },
  },
  warn: (use, { range }) => {
    if (range === undefined || range[0] === range[1]) return undefined;
    const [least, most] = range;
    const message = `${use.path} (column "${sourceText(use)}"): trajectories were kept with probabilities from ${least} to ${most}. Every number weighs them by the inverse and describes all trajectories; the dangers to verdicts are not examined, since their tables count what was kept.`;
    return reason("samplingVaries", message, { column: sourceText(use), least, most });
  },
};
