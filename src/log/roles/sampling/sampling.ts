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
    purpose:
      "the probability, in (0, 1], with which the trajectory of the row, or the row, was kept",
    details:
      ". It is checked, but no estimator weights by it yet: a result says so (`samplingUnused`) unless it is 1 in every row",
    without: "every row was kept",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_sampling",
  read: readNumber,
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: smallestProbability, high: 1 } },
  warn: (use, { range }) => {
    if (range === undefined || range[0] >= 1) return undefined;
    const [least, most] = range;
    const kept = least === most ? `probability ${least}` : `probabilities from ${least} to ${most}`;
    const message = `${use.path} (column "${sourceText(use)}") says that rows were kept with ${kept}, and no estimator weights by it yet: every number describes the rows that were kept, which differ from all rows wherever the probability depends on what was logged. Evaluate logs of different rates apart, or sample whole trajectories at one rate.`;
    return reason("samplingUnused", message, { column: sourceText(use), least, most });
  },
};
