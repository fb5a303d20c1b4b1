import { EngineError, LogError, reason } from "../../errors.js";
import { dayForms } from "../../log/days/day-form.js";
import { type BoundLog, describeSource, useOf } from "../../log/index.js";
import {
  type Connection,
  collect,
  column,
  count,
  group,
  type Plan,
  plan,
  select,
} from "../../sql/index.js";

/** Values looked at from either end: values that are not dates sort before or after those that are. */
const mostValues = 1000;

/** Where days are text and an engine could not read a value: the LogError that names the day. */
export async function explainDay(
  { engine, options }: Connection,
  log: BoundLog,
  error: unknown,
): Promise<unknown> {
  const { day } = log.spec;
  const mayBeDay = error instanceof EngineError && error.failure === "data";
  if (!mayBeDay || day === undefined || log.types.get(day) !== "text") return error;
  const source = useOf(log, "day")?.source;
  const form = dayForms.find(({ name }) => typeof source === "object" && name === source.form);
  for (const descending of [true, false]) {
    const days = await collect(engine, daysPlan(log, day, descending), options);
    for (let row = 0; row < days.rows; row++) {
      const value = days.text("value", row);
      if (value === null || form?.dayOf(value) !== undefined) continue;
      return dayFault(log, day, value, days.number("times", row));
    }
  }
  return error;
}

function daysPlan(log: BoundLog, day: string, descending: boolean): Plan<"value" | "times"> {
  const texts = select(log.rows, [["text", column(day)]]);
  const counted = group(texts, ["text"], [["row_count", count()]]);
  const orderBy = [{ by: column("text"), descending }];
  const days = select(
    counted,
    [
      ["value", column("text")],
      ["times", column("row_count")],
    ],
    { orderBy, limit: mostValues },
  );
  return plan("days that are not dates", days, { value: "text" });
}

function dayFault(log: BoundLog, day: string, value: string, rows: number): LogError {
  const where = describeSource(log.spec.source);
  const message = `log.day: column "${day}" of ${where} must hold dates such as 2026-11-30, but ${rows} ${rows === 1 ? "row holds" : "rows hold"} "${value.slice(0, 60)}". What to do: correct the column, or read it as dates in log.source: { sql: "select …" }.`;
  return new LogError(reason("dayInvalid", message, { column: day, source: where, value, rows }));
}
