import { bigint } from "../../../sql/expression.js";
import { numberTypes, readWhole } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const unsound: Refusal = {
  code: "rankInvalid",
  expected: "a displayed rank that is a whole number, 1 or more",
  remedy: "displayed ranks count from 1; if yours count from 0, add 1 in log.source: { sql: … }",
};

export const rank: Role<"rank", "log", "rank"> = {
  name: "rank",
  in: "log",
  field: "rank",
  words: {
    purpose: "the displayed rank, counted from 1",
    without: "only estimators that use exposures give results",
  },
  isFlag: true,
  isNeededToFit: true,
  called:
    /^(?:(?:display(?:ed)?_|shown_|item_)?(?:rank|rang|position|posici[oó]n|pos|slot|place)(?:_?(?:index|idx|number|no|nr))?)$/i,
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_rank",
  read: readWhole,
  absent: () => bigint(1n),
  survey: "whole",
  refuses: { missing: unsound, outside: { ...unsound, low: 1 } },
  isSampled: true,
};
