import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";
import { smallestProbability } from "../probability.js";

const unsound: Refusal = {
  code: "propensityInvalid",
  expected: `a logged propensity in (0, 1], ${smallestProbability} at least`,
  remedy:
    "an item that was shown cannot have had probability 0; log the probability that the logging policy really used",
};

export const loggedPropensity: Role<"loggedPropensity", "log", "propensity"> = {
  name: "loggedPropensity",
  in: "log",
  field: "propensity",

  words: {
    purpose:
      "the probability, in (0, 1], with which the logging policy put the item at its rank, given the items above it",
    details: ", for `sips`, `rips` and `cascadeDr`",
    without: "estimators by whole lists refuse",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_propensity",
  read: readNumber,
  absent: () => nullOf("double"),
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: smallestProbability, high: 1 } },
};
