import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const largest = 1e100;
const unsound: Refusal = {
  code: "remainingInvalid",
  expected: `a predicted reward in every displayed row, finite and below ${largest} in size`,
  remedy: "predict the reward from this slot on, 0 for what comes after the last",
};

export const remaining: Role<"remaining", "reward", "remaining"> = {
  name: "remaining",
  in: "reward",
  field: "remaining",

  words: {
    purpose: "the reward that a model predicts of the slot of the row and all slots below it",
    details: ", given the list down to it, for `cascadeDr`",
    without: "no estimator with rewards to come answers",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_rest",
  read: readNumber,
  absent: () => nullOf("double"),
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: -largest, high: largest } },
};
