import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";
import { smallestProbability } from "../probability.js";

const unsound: Refusal = {
  code: "placementInvalid",
  expected: `a logged placement in (0, 1], ${smallestProbability} at least`,
  remedy:
    "an item that was shown cannot have had probability 0; log the probability that the logging policy really used",
};

export const loggedPlacement: Role<"loggedPlacement", "log", "placement"> = {
  name: "loggedPlacement",
  in: "log",
  field: "placement",

  words: {
    purpose:
      "the probability, in (0, 1], with which the logging policy put the item at its rank, whatever stood above it",
    details: ", for `iips` and `pseudoInverse`",
    without: "estimators by placements refuse",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_placement",
  read: readNumber,
  absent: () => nullOf("double"),
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: smallestProbability, high: 1 } },
};
