import { numberTypes, readNumber } from "../../readers.js";
import type { Constant, Refusal, Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

const most = 1_000_000;

const unsound: Refusal = {
  code: "viewsInvalid",
  expected: `a number of expected views, from 0 to ${most}, the same in all rows of a trajectory`,
  remedy: "add up the exposures of all items that the policy would show in that trajectory",
};

export const views: Role<"views", "policy", "views"> & { readonly constant: Constant } = {
  name: "views",
  in: "policy",
  field: "views",
  words: {
    purpose: "a column with, or one number for, the policy's expected views of a trajectory",
    details:
      ": the sum of the exposures of all items that it shows. For a policy by `exposure`; without it the policy is taken to have as many views as were logged",
  },
  accepts: numberTypes,
  expected: "numbers",
  constant: { low: 0, high: most, expected: `a column's name or a number in [0, ${most}]` },
  alias: "h_views",
  read: readNumber,
  survey: "number",
  refuses: { missing: unsound, outside: { ...unsound, low: 0, high: most } },
  meaning: (use) => `views:${sourceText(use)}`,
};
