import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const largest = 1e100;
const unsound: Refusal = {
  code: "listWeightInvalid",
  expected: `a finite number in every row, below ${largest} in size`,
  remedy:
    "compute the weight of each list that was displayed with listWeights(); it may be negative",
};

export const listWeight: Role<"listWeight", "policy", "listWeight"> = {
  name: "listWeight",
  in: "policy",
  field: "listWeight",
  places: true,
  words: {
    purpose:
      "a column with the weight of the whole list that was displayed, the same in all rows of a trajectory",
    details: ", for `pseudoInverse` with `weights: given`",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_weight",
  read: readNumber,
  survey: "number",
  isSampled: true,
  refuses: { missing: unsound, outside: { ...unsound, low: -largest, high: largest } },
};
