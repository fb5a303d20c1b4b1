import { bigint, cast, column, type Expression } from "../../../sql/expression.js";
import type { SourceColumn } from "../../../sql/source-column.js";
import { dayForms } from "../../days/day-form.js";
import type { Role } from "../../role.js";
import { missingKey } from "../missing-key.js";

/** A day in UTC. */
function readDay({ name, type, form }: SourceColumn): Expression {
  const written = dayForms.find((each) => each.name === form);
  if (written !== undefined) return written.read(name);
  return type === "date" ? column(name) : cast(column(name), "date");
}

export const day: Role<"day", "log", "day"> = {
  name: "day",
  in: "log",
  field: "day",
  words: {
    purpose: "the day",
    details: ": dates, timestamps, text such as 2026-11-30 or 30/11/2026, or seconds since 1970",
    without: "no results by day",
  },
  isFlag: true,
  called: /^(?:date|day|dt|ds|event_date|log_date)$/i,
  accepts: ["date", "timestamp", "text"],
  expected: "dates, timestamps, text such as 2026-11-30, or seconds since 1970",
  alias: "h_day",
  read: readDay,
  readAs: "dayOrder",
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("day"),
  isSampled: true,
  single: { count: "severalDays" },
};
