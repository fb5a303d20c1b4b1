import { bigint } from "../../../sql/expression.js";
import { readDay } from "../../readers.js";
import type { Role } from "../../role.js";
import { missingKey } from "../missing-key.js";

export const day: Role<"day", "log", "day"> = {
  name: "day",
  in: "log",
  field: "day",
  words: {
    purpose: "the day",
    details: ": dates, timestamps or ISO text",
    without: "no results by day",
  },
  isFlag: true,
  called: /^(?:date|day|dt|ds|event_date|log_date)$/i,
  accepts: ["date", "timestamp", "text"],
  expected: "dates, timestamps or ISO text",
  alias: "h_day",
  read: readDay,
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("day"),
  isSampled: true,
  single: { count: "severalDays" },
};
