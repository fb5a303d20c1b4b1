import { column, rowNumber } from "../../../sql/expression.js";
import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";
import { columnUses } from "../../role-use.js";
import { missingKey } from "../missing-key.js";

export const trajectory: Role<"trajectory", "log", "trajectory"> = {
  name: "trajectory",
  in: "log",
  field: "trajectory",
  words: {
    purpose: "the key of a trajectory",
    details: "(a session, a request)",
    without: "every row is one",
  },
  isFlag: true,
  isNeededToFit: true,
  called:
    /^(?:sid|(?:session|trajectory|request|impression_list|list|query|visit)(?:_?(?:id|key|hash|uuid))?)$/i,
  accepts: keyTypes,
  expected: "whole numbers or text",
  alias: "h_trajectory",
  read: readKey,
  // The row's place in the order of all its roles, so that the key does not depend on the order of
  // rows; rows that agree in every role are interchangeable.
  absent: (log) => {
    const names = new Set(columnUses(log).map(({ source }) => source.name));
    const order = [...names].map((name) => ({ by: column(name), descending: false }));
    return rowNumber([], order);
  },
  survey: "clusterKey",
  refuses: missingKey("trajectory"),
  isSampled: true,
};
