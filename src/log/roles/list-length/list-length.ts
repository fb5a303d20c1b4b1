import { nullOf } from "../../../sql/expression.js";
import { numberTypes, readWhole } from "../../readers.js";
import type { Constant, Refusal, Role } from "../../role.js";

const longestList = 1_000_000;

const unsound: Refusal = {
  code: "rankBeyondList",
  expected: "a list length that is a whole number and not below the displayed rank",
  remedy: "listLength is the number of positions that the list offered, viewed or not",
};

export const listLength: Role<"listLength", "log", "listLength"> & { readonly constant: Constant } =
  {
    name: "listLength",
    in: "log",
    field: "listLength",
    words: {
      purpose:
        "a column with, or one number for, the positions in the list, viewed or not; no displayed rank may exceed it",
      without:
        "`ndcg` and `pndcg` use the curve's cut-off in its place for the ideal of negative rewards",
    },
    isFlag: true,
    called: /^(?:list_?(?:length|size)|offered_items|num_items)$/i,
    accepts: numberTypes,
    expected: "numbers",
    constant: {
      low: 1,
      high: longestList,
      whole: true,
      expected: `a column's name or a whole number in [1, ${longestList}]`,
    },
    alias: "h_length",
    read: readWhole,
    absent: () => nullOf("bigint"),
    survey: "whole",
    refuses: { missing: unsound, outside: { ...unsound, low: 1 } },
    atLeast: "rank",
  };
