import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

const unsound: Refusal = {
  code: "targetPropensityInvalid",
  expected: "a probability in [0, 1]",
  remedy: "an item that the policy would not have put there has probability 0, not null",
};

export const targetPropensity: Role<"targetPropensity", "policy", "propensity"> = {
  name: "targetPropensity",
  in: "policy",
  field: "propensity",
  places: true,
  words: {
    purpose:
      "a column with the probability that the policy puts the item at its displayed rank, given the items above it",
    details: ", for `sips`, `rips` and `cascadeDr`",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_propensity",
  read: readNumber,
  survey: "number",
  meaning: (use) => `propensity:${sourceText(use)}`,
  refuses: { missing: unsound, outside: { ...unsound, low: 0, high: 1 } },
};
