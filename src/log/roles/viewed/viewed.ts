import { nullOf } from "../../../sql/expression.js";
import { readFlag } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const unsound: Refusal = {
  code: "viewedInvalid",
  expected: "true (1) where the item of the row was viewed, false (0) where it was only offered",
  remedy:
    "have log.source: { sql: … } write 1 where the item came into view and 0 where it did not (null does not say which)",
};

export const viewed: Role<"viewed", "log", "viewed"> = {
  name: "viewed",
  in: "log",
  field: "viewed",
  isFlag: true,
  called: /^(?:is_?)?(?:viewed|seen|visible|in_?view)$/i,
  words: {
    purpose: "true (1) where the item of the row was viewed",
    details: ", false (0) where it was only offered; with `rows: offered`",
    without: "every row is a view; with `rows: offered` it is not known which ones are",
  },
  accepts: ["boolean", "bigint"],
  expected: "true and false, or of whole numbers 0 and 1",
  alias: "h_viewed",
  read: readFlag,
  absent: () => nullOf("bigint"),
  survey: "whole",
  refuses: { missing: unsound, outside: { ...unsound, low: 0, high: 1 } },
};
