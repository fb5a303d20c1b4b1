import { LogError, reason } from "../../errors.js";
import { changedSource } from "../../log/changed-source.js";
import { assumedOrder, castOfDays, castOfNumbers } from "../../log/days/cast-of-days.js";
import type { DayForm } from "../../log/days/day-form.js";
import { describeSource } from "../../log/sources/index.js";
import type { Dialect } from "../../sql/dialect.js";
import { type DayColumn, type DayReadings, dayColumn, rowsOf } from "./days-found.js";

/** Where no form fits all values: what they hold, and a query that reads them, as far as one is known. */
export function unreadableDays(
  dialect: Dialect,
  at: DayColumn,
  daysFound: DayReadings,
  other: DayForm | undefined,
): LogError {
  const { day, spec } = at;
  const what =
    other?.order === undefined
      ? `log.day: ${dayColumn(at)} ${whatIsHeld(daysFound, day.type === "text")}. What to do: ${wayOut(dialect, at, daysFound)}.`
      : `log.dayOrder is ${spec.dayOrder}, and ${dayColumn(at)} holds ${other.says}, for example "${daysFound.fits.get(other)?.example}". What to do: write log.dayOrder: ${other.order}, or leave the key out.`;
  const source = describeSource(spec.source);
  return new LogError(
    reason("dayInvalid", what, { column: day.name, source, value: daysFound.odd }),
  );
}

function whatIsHeld(daysFound: DayReadings, isText: boolean): string {
  const { values, offsets, odd, ends } = daysFound;
  const forms = formsHeld(daysFound);
  if (!isText && forms.length === 0)
    return `holds numbers from ${ends.join(" to ")}, and expected are seconds, milliseconds, microseconds or nanoseconds since 1970, or numbers such as 20261130`;
  if (offsets === values)
    return `holds times with an offset from UTC, for example "${ends[1]}", and days are those of UTC`;
  const shown = odd === null ? "others" : `"${odd.slice(0, 60)}"`;
  const others = values - Math.max(0, ...forms.map((form) => rowsOf(daysFound, form)));
  if (forms.length < 2 && odd !== null)
    return `must hold dates such as 2026-11-30, but ${rows(others)} ${others === 1 ? "holds" : "hold"} ${others === 1 ? "" : "others, such as "}${shown}`;
  const lines = forms.map((form, i) => {
    const { rows: times = 0, example = null } = daysFound.fits.get(form) ?? {};
    const next = forms[i + 1];
    if (next?.order !== undefined && daysFound.fits.get(next)?.example === example)
      return form.says;
    return `${form.says} in ${rows(times)}${example === null ? "" : ` ("${example}")`}`;
  });
  const besides =
    odd === null && isText ? "" : `, and ${isText ? shown : `numbers from ${ends.join(" to ")}`}`;
  return `holds days in several forms: ${lines.join(", ")}${besides}`;
}

const rows = (n: number): string => (n === 1 ? "1 row" : `${n} rows`);

/** The forms that values have, without one whose values all have another form, too. */
const formsHeld = (daysFound: DayReadings): readonly DayForm[] => {
  const forms = [...daysFound.fits.keys()].filter((form) => rowsOf(daysFound, form) > 0);
  const isWider = forms.some(({ name }) => name === "isoWithTime");
  return forms.filter(({ name }) => name !== "iso" || !isWider);
};

function wayOut(dialect: Dialect, at: DayColumn, daysFound: DayReadings): string {
  const cast = castFor(dialect, at, daysFound);
  const names = at.columns.map(({ name }) => name);
  const changed =
    cast === undefined
      ? undefined
      : changedSource(at.spec.source, dialect, [[at.day.name, cast]], names);
  return changed === undefined
    ? 'correct the column, or read it as dates in log.source: { sql: "select …" }'
    : `log.source: ${changed}${assumedOrder(daysFound.odd ?? "")}`;
}

function castFor(dialect: Dialect, { day }: DayColumn, daysFound: DayReadings): string | undefined {
  const { ends, offsets, odd, values } = daysFound;
  if (day.type !== "text") {
    const [low = Number.NaN, high = low] = ends.map(Number);
    return castOfNumbers(day.name, [low, high], dialect);
  }
  if (offsets === values) return dialect.days?.ofInstant(dialect.identifier(day.name));
  return odd === null || formsHeld(daysFound).length > 0
    ? undefined
    : castOfDays(day.name, odd, dialect);
}
