import { numberTypes, readNumber } from "../../readers.js";
import type { Constant, Refusal, Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

const unsound: Refusal = {
  code: "targetExposureInvalid",
  expected: "an exposure in [0, 1]",
  remedy: "an item that the policy does not show has exposure 0, not null",
};

export const targetExposure: Role<"targetExposure", "policy", "exposure"> & {
  readonly constant: Constant;
} = {
  name: "targetExposure",
  in: "policy",
  field: "exposure",
  places: true,
  words: {
    purpose: "a column with, or one number for, the item's expected views under the policy",
  },
  accepts: numberTypes,
  expected: "numbers",
  constant: { low: 0, high: 1, expected: "a column's name or a number in [0, 1]" },
  alias: "h_exposure",
  read: readNumber,
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: 0, high: 1 } },
  meaning: (use) => `exposure:${sourceText(use)}`,
};
