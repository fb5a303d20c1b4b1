import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readWhole } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const unsound: Refusal = {
  code: "rankBeyondList",
  expected: "a list length that is a whole number and not below the displayed rank",
  remedy: "listLength is the number of positions that the list offered, viewed or not",
};

export const listLength: Role<"listLength", "log", "listLength"> = {
  name: "listLength",
  in: "log",
  field: "listLength",
  words: {
    purpose: "the number of positions in the list, viewed or not",
    details: "; no rank may exceed it",
    without:
      "`ndcg` and `pndcg` use the curve's cut-off in its place for the ideal of negative rewards",
  },
  isFlag: true,
  accepts: numberTypes,
  expected: "numbers",
  alias: "h_length",
  read: readWhole,
  absent: () => nullOf("bigint"),
  survey: "whole",
  refuses: { missing: unsound, outside: { ...unsound, low: 1 } },
  atLeast: "rank",
};
