import { type Reason, reason, StudyError } from "../../errors.js";
import { type DayForm, dayForms } from "../../log/days/day-form.js";
import { describeSource } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { type DayColumn, type DayReadings, dayColumn, daysFound, rowsOf } from "./days-found.js";
import { unreadableDays } from "./unreadable-days.js";

/**
 * The columns, that of days with the form in which all its values are written, as far as they are text or numbers.
 * Throws a StudyError where two forms fit, a LogError where none fits all.
 */
export async function withDayForm(
  connection: Connection,
  { spec, rows, columns }: Omit<DayColumn, "day">,
): Promise<readonly SourceColumn[]> {
  const day = columns.find(({ name }) => name === spec.day);
  const forms = dayForms.filter(({ of }) => day !== undefined && of.includes(day.type));
  const [plainest] = forms;
  if (day === undefined || plainest === undefined) return columns;
  const at = { spec, rows, day, columns };
  const quick = day.type === "text" ? await daysFound(connection, at, [plainest]) : undefined;
  const isPlain = quick !== undefined && rowsOf(quick, plainest) === quick.values;
  const days = isPlain ? quick : await daysFound(connection, at, forms);
  if (days.values === 0) return columns;
  const form = formOf(connection, at, days);
  return columns.map((column) =>
    column === day ? { ...day, type: "text", form: form.name } : column,
  );
}

/** The one form that fits every value, as far as the study does not name an order. */
function formOf(connection: Connection, at: DayColumn, days: DayReadings): DayForm {
  const fitting = [...days.fits.keys()].filter((form) => rowsOf(days, form) === days.values);
  const { dayOrder } = at.spec;
  const allowed = fitting.filter(
    ({ order }) => order === undefined || order === (dayOrder ?? order),
  );
  const [first, second] = allowed;
  if (first === undefined) throw unreadableDays(connection.engine.dialect, at, days, fitting[0]);
  if (first.order === undefined || second === undefined) return first;
  const example = days.ends.find((end) => first.dayOf(end) !== second.dayOf(end));
  if (example === undefined && days.ends[0] === days.ends[1]) return first;
  throw new StudyError(ambiguous(at, [first, second], example ?? days.ends[0] ?? ""));
}

function ambiguous(at: DayColumn, forms: readonly DayForm[], example: string): Reason {
  const readings = forms.map((form) => `${form.dayOf(example)} if it is ${form.says}`).join(", ");
  const message = `log.day: the days in ${dayColumn(at)} have two readings: "${example}" is ${readings}, and both fit every row. Say which in the study: log.dayOrder: ${forms.map(({ order }) => order).join(" or ")}.`;
  return reason("dayAmbiguous", message, {
    column: at.day.name,
    source: describeSource(at.spec.source),
    value: example,
  });
}
