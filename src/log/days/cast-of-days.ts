import type { Dialect } from "../../sql/dialect.js";

const named = "[A-Za-z]{3,9}";

/** Forms of days that are not read by themselves: what finds one, and its format. */
const formats: readonly (readonly [pattern: string, format: string])[] = [
  ["[A-Za-z]{3} [0-9]{1,2},? [0-9]{4}", "%b %d, %Y"],
  [`${named} [0-9]{1,2}, [0-9]{4}`, "%B %d, %Y"],
  ["[0-9]{1,2} [A-Za-z]{3} [0-9]{4}", "%d %b %Y"],
  [`[0-9]{1,2} ${named} [0-9]{4}`, "%d %B %Y"],
  ["[0-9]{1,2}-[A-Za-z]{3}-[0-9]{4}", "%d-%b-%Y"],
  ["[0-9]{1,2}-[A-Za-z]{3}-[0-9]{2}", "%d-%b-%y"],
  ["[0-9]{1,2}/[0-9]{1,2}/[0-9]{2}", "%m/%d/%y"],
  ["[0-9]{1,2}[.][0-9]{1,2}[.][0-9]{2}", "%d.%m.%y"],
  ["[0-9]{8}", "%Y%m%d"],
];

/** What gives the days of a column of texts like the example, in a query; undefined where that is not known. */
export function castOfDays(name: string, example: string, dialect: Dialect): string | undefined {
  const column = dialect.identifier(name);
  if (/^\s*\d{9,19}\s*$/.test(example)) return dialect.cast(column, "bigint");
  const match = formats.find(([pattern]) =>
    new RegExp(`^(${named}, )?${pattern}(?!\\d)`).test(example),
  );
  if (match === undefined) return undefined;
  const [pattern, format] = match;
  return dialect.days?.byFormat(column, pattern, commaOf(example, format));
}

/** What the cast takes for granted where years have two digits. */
export const assumedOrder = (example: string): string =>
  /^\d{1,2}\/\d{1,2}\/\d{2}(?!\d)/.test(example)
    ? "; it takes the month for the first, %d/%m/%y would be the day"
    : "";

/** "Nov 2 2026" has no comma. */
const commaOf = (example: string, format: string): string =>
  example.includes(",") ? format : format.replace(",", "");

/** What gives days of numbers: 20261130 as a double, days of a spreadsheet or since 1970; undefined of others. */
export function castOfNumbers(
  name: string,
  [low, high]: readonly [number, number],
  dialect: Dialect,
): string | undefined {
  const column = dialect.identifier(name);
  if (low >= 19_000_101 && high <= 20_991_231) return dialect.cast(column, "bigint");
  const spreadsheet = 25_569;
  if (low >= 36_526 && high <= 73_050) {
    const days = dialect.cast(`floor(${column}) - ${spreadsheet}`, "bigint");
    return dialect.operators.dayOf1970(days);
  }
  if (low >= 7_300 && high < 36_526) return dialect.operators.dayOf1970(column);
  return undefined;
}
