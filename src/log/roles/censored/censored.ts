import { nullOf } from "../../../sql/expression.js";
import { readFlag } from "../../readers.js";
import type { Refusal, Role } from "../../role.js";

const unsound: Refusal = {
  code: "censoredInvalid",
  expected: "true (1) where the end of the trajectory was not seen, false (0) where it was",
  remedy:
    "have log.source: { sql: … } write 1 where the log was cut or the session still open, 0 where people left (null does not say which)",
};

export const censored: Role<"censored", "log", "censored"> = {
  name: "censored",
  in: "log",
  field: "censored",
  words: {
    purpose: "true (1) where the end of a trajectory was not observed",
    details:
      "(the log was cut, the session was still open), else false (0). Its deepest view then does not count as a stop. Set it in all rows of the trajectory or only in the deepest one",
    without: "every end counts as observed, except at `listLength`",
  },
  isFlag: true,
  accepts: ["boolean", "bigint"],
  expected: "true and false, or of whole numbers 0 and 1",
  alias: "h_censored",
  read: readFlag,
  absent: () => nullOf("bigint"),
  survey: "whole",
  refuses: { missing: unsound, outside: { ...unsound, low: 0, high: 1 } },
};
