import { numberTypes, readWhole } from "../../readers.js";
import type { Role } from "../../role.js";
import { sourceText } from "../../role-use.js";

export const targetRank: Role<"targetRank", "policy", "rank"> = {
  name: "targetRank",
  in: "policy",
  field: "rank",
  places: true,
  words: {
    purpose:
      "the column with the item's rank in the policy's full candidate list; NULL if it is not shown",
  },
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_rank",
  read: readWhole,
  survey: "whole",
  refuses: {
    outside: {
      code: "targetRankInvalid",
      expected: "a target rank that is a whole number, 1 or more, or null (not shown)",
      remedy: "target ranks count from 1 in the policy's full candidate list; null is not shown",
      low: 1,
    },
  },
  meaning: (use) => `rank:${sourceText(use)}`,
  isSampled: true,
};
