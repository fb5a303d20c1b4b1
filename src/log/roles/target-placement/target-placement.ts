import { numberTypes, readNumber } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

const unsound: Refusal = {
  code: "targetPlacementInvalid",
  expected: "a probability in [0, 1]",
  remedy: "an item that the policy never puts there has probability 0, not null",
};

export const targetPlacement: Role<"targetPlacement", "policy", "placement"> = {
  name: "targetPlacement",
  in: "policy",
  field: "placement",
  places: true,
  words: {
    purpose:
      "a column with the probability that the policy puts the item at its displayed rank, whatever stands above it",
    details: ", for `iips` and `pseudoInverse`",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_placement",
  read: readNumber,
  survey: "number",
  meaning: (use) => `placement:${sourceText(use)}`,
  refuses: { missing: unsound, outside: { ...unsound, low: 0, high: 1 } },
};
