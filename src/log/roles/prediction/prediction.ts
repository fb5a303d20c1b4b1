import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const largest = 1e100;

const unsound: Refusal = {
  code: "predictionInvalid",
  expected: `a predicted reward in every row, finite and below ${largest} in size`,
  remedy:
    "predict every candidate, also with the mean of all rewards where the model says nothing; NULL does not say what is expected",
};

export const prediction: Role<"prediction", "reward", "prediction"> = {
  name: "prediction",
  in: "reward",
  field: "prediction",
  words: {
    purpose: "the reward that a model predicts of the item of the row once it is viewed",
    details:
      ", for `dm`, `dr` and their kin; the model must not have been fitted on the rewards of the same users",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_prediction",
  read: readNumber,
  absent: () => nullOf("double"),
  survey: "number",
  refuses: {
    missing: unsound,
    outside: { ...unsound, low: -largest, high: largest },
  },
};
