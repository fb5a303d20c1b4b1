import { numberTypes, readWhole } from "../../readers.js";
import type { Constant, Refusal, Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

const unsound: Refusal = {
  code: "showsInvalid",
  expected:
    "a whole number of items that the policy shows, 1 or more, the same in all rows of a trajectory",
  remedy: "count the slots that the policy fills for that trajectory, viewed or not",
};

const most = 1_000_000;

export const shows: Role<"shows", "policy", "shows"> & { readonly constant: Constant } = {
  name: "shows",
  in: "policy",
  field: "shows",
  words: {
    purpose: "a column with, or one number for, how many items the policy shows",
    details:
      ". Ranks beyond it are not shown, the slots beyond it are not missing from the log, and rewards per impression divide by the views up to it. For a policy by `rank`; without it the policy fills as many slots as were logged",
  },
  accepts: numberTypes,
  expected: "numbers",
  constant: {
    low: 1,
    high: most,
    whole: true,
    expected: `a column's name or a whole number in [1, ${most}]`,
  },
  alias: "h_shows",
  read: readWhole,
  survey: "whole",
  refuses: { missing: unsound, outside: { ...unsound, low: 1 } },
  meaning: (use) => `shows:${sourceText(use)}`,
};
