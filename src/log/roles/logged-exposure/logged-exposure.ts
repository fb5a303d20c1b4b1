import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";
import { smallestProbability } from "../probability.js";

const unsound: Refusal = {
  code: "loggingExposureInvalid",
  expected: `a logged exposure in (0, 1], ${smallestProbability} at least`,
  remedy:
    "an item that was shown cannot have had exposure 0; log the probability that the logging policy really used",
};

export const loggedExposure: Role<"loggedExposure", "exposure", "column"> = {
  name: "loggedExposure",
  in: "exposure",
  field: "column",
  words: {
    purpose:
      "the logged exposure of the shown item, in (0, 1], where the logging policy was stochastic",
    details: "; weights divide by it instead of the curve",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_exposure",
  read: readNumber,
  absent: () => nullOf("double"),
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: smallestProbability, high: 1 } },
};
