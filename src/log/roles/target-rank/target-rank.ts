import { reason } from "../../../errors.js";
import { numberTypes, readWhole } from "../../readers.js";
import type { Role } from "../../role.js";
import { sourceText, useOf } from "../../role-use.js";

export const targetRank: Role<"targetRank", "policy", "rank"> = {
  name: "targetRank",
  in: "policy",
  field: "rank",
  places: true,
  words: {
    purpose:
      "the column with the item's rank in the policy's full candidate list; NULL if it is not shown",
    details: ". A rank beyond `listLength` is not shown either",
  },
  called:
    /^(?:rank_(?!index$|idx$|number$|no$|nr$)(.+)|(?!display(?:ed)?_|shown_|item_)(.+)_(?:rank|rang))$/i,
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_rank",
  read: readWhole,
  survey: "whole",
  refuses: {
    outside: {
      code: "targetRankInvalid",
      expected: "a target rank that is a whole number, 1 or more, or null (not shown)",
      remedy:
        "target ranks count from 1 in the policy's full candidate list, and null is not shown; if yours count from 0, add 1 where they are read, in the source of the log or of the candidates: { sql: … }",
      low: 1,
    },
  },
  atMost: ["listLength", "shows"],
  warn: (use, { beyond = 0, values }, log) => {
    const { owner: policy, path, index } = use;
    if (values + beyond === 0) {
      const column = sourceText(use);
      const message = `${path} (column "${column}") is NULL in every row: policy ${policy} shows no item that the log holds. Check the column, or the join that brings it.`;
      return reason("targetRankMissing", message, { policy, column });
    }
    if (beyond === 0 || useOf(log, "shows", index) !== undefined) return undefined;
    const message = `${path} puts the items of ${beyond.toLocaleString("en-US")} rows beyond the end of their list (log.listLength): policy ${policy} does not show them, and they count with exposure 0.`;
    return reason("targetBeyondList", message, { policy, rows: beyond });
  },
  meaning: (use) => `rank:${sourceText(use)}`,
  isSampled: true,
};
