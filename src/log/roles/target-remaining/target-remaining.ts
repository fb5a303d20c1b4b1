import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const largest = 1e100;
const unsound: Refusal = {
  code: "targetRemainingInvalid",
  expected: `a predicted reward in every displayed row, finite and below ${largest} in size`,
  remedy:
    "average the predictions from this slot on over the items that the policy would put there",
};

export const targetRemaining: Role<"targetRemaining", "policy", "remaining"> = {
  name: "targetRemaining",
  in: "policy",
  field: "remaining",

  words: {
    purpose:
      "a column with what a model predicts of the slot and all slots below it, expected under the policy given the items above",
    details: ", for `cascadeDr`",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_expected",
  read: readNumber,
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: -largest, high: largest } },
};
