import { bigint } from "../../../sql/expression.js";
import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";
import { missingKey } from "../missing-key.js";

export const logger: Role<"logger", "log", "logger"> = {
  name: "logger",
  in: "log",
  field: "logger",
  key: "loggingPolicy",
  words: {
    purpose: "the logging policy that wrote the row, where there were several",
    details: ". `logger`, its older spelling, is accepted",
    without: "one logging policy",
  },
  isFlag: true,
  accepts: keyTypes,
  expected: "whole numbers or text",
  alias: "h_logger",
  read: readKey,
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("logger", "logging policy"),
  isSampled: true,
  single: {
    count: "severalLoggers",
    refusal: {
      code: "severalLoggers",
      says: ["was shown by several logging policies", "were shown by several logging policies"],
    },
  },
};
