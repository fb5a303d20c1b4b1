import {
  apply,
  cast,
  column,
  dayOf1970,
  divide,
  double,
  type Expression,
  rewrite,
} from "../../sql/expression.js";
import type { ColumnType } from "../../sql/source-column.js";
import { matches } from "../text-casts.js";

/** Whether days such as 11/02/2026 name the month or the day first. */
export const dayOrders = ["monthFirst", "dayFirst"] as const;
export type DayOrder = (typeof dayOrders)[number];

export interface DayForm {
  readonly name: string;
  /** In words, for messages: "month/day/year". */
  readonly says: string;
  readonly of: readonly ColumnType[];
  /** Another form may fit the same text; the study then says which. */
  readonly order?: DayOrder;
  readonly fits: (column: string) => Expression;
  readonly read: (column: string) => Expression;
  /** The day of a text as 2026-11-30; undefined of one that does not fit or is no day of the calendar. */
  readonly dayOf: (text: string) => string | undefined;
}

const [year, month, date] = ["([0-9]{4})", "(0?[1-9]|1[0-2])", "(0?[1-9]|[12][0-9]|3[01])"];
const zone = "( *[+]00(:?00)?)?( *(Z|UTC|GMT))?";
/** A time of day in UTC, or in no zone that is told. */
const time = `(,?[T ] *[0-9]{1,2}(:[0-9]{2}(:[0-9]{2}([.,][0-9]+)?)?)?( *[AaPp][.]?[Mm][.]?)?${zone})?`;

interface WrittenForm {
  readonly name: string;
  readonly says: string;
  readonly pattern: string;
  /** Year, month and day among the pattern's groups, each of the last two after a zero. */
  readonly template: string;
  readonly order?: DayOrder;
  readonly of?: readonly ColumnType[];
}

/** `011` and `02` as `11` and `02`: engines read two digits alike. */
const withTwoDigits = (value: Expression): Expression =>
  rewrite(value, "([0-9]{4})-0?([0-9]{2})-0?([0-9]{2})", "{1}-{2}-{3}");

function textForm({ pattern, template, of = ["text"], ...form }: WrittenForm): DayForm {
  const written = (name: string): Expression => cast(column(name), "text");
  return {
    ...form,
    of,
    fits: (name) => matches(written(name), pattern),
    read: (name) => cast(withTwoDigits(rewrite(written(name), pattern, template)), "date"),
    dayOf: (value) => dayBy(pattern, template, value),
  };
}

function dayBy(pattern: string, template: string, value: string): string | undefined {
  const groups = new RegExp(`^${pattern}$`).exec(value);
  if (groups === null) return undefined;
  const [y = "", m = "", d = ""] = template
    .split("-")
    .map((part) => (groups[Number(/\d(?=})/.exec(part)?.[0])] ?? "").padStart(2, "0"));
  const day = `${y}-${m}-${d}`;
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return isDay ? day : undefined;
}

/** Numbers of days since 1970, by a unit of which a day has so many. */
function sinceEpoch(unit: string, perDay: number): DayForm {
  const number = (name: string): Expression => cast(column(name), "double");
  const days = (name: string): Expression => divide(number(name), double(perDay * 86_400));
  return {
    name: unit,
    says: `${unit} since 1970`,
    of: ["bigint", "decimal", "double"],
    // From 1973 to 2100: so the units' numbers are apart, and from those that write 20260408.
    fits: (name) =>
      apply(
        "and",
        apply(">=", number(name), double(1e8 * perDay)),
        apply("<=", number(name), double(4.1e9 * perDay)),
      ),
    read: (name) => dayOf1970(cast(apply("floor", days(name)), "bigint")),
    dayOf: () => undefined,
  };
}

const digits = "((19|20)[0-9]{2})(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])";
const ordered = (first: string, second: string): string =>
  ` *${first}[-/.]${second}[-/.]${year}${time} *`;

/** How days are written, the plainest form first. */
export const dayForms: readonly DayForm[] = [
  {
    ...textForm({
      name: "iso",
      says: "year-month-day",
      pattern: `${year}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])`,
      template: "{1}-0{2}-0{3}",
    }),
    read: (name) => cast(column(name), "date"),
  },
  textForm({
    name: "isoWithTime",
    says: "year-month-day and a time",
    pattern: ` *${year}[-/.]${month}[-/.]${date}${time} *`,
    template: "{1}-0{2}-0{3}",
  }),
  textForm({
    name: "digits",
    says: "yearmonthday",
    pattern: digits,
    template: "{1}-0{3}-0{4}",
    of: ["text", "bigint"],
  }),
  textForm({
    name: "monthFirst",
    says: "month/day/year",
    pattern: ordered(month, date),
    template: "{3}-0{1}-0{2}",
    order: "monthFirst",
  }),
  textForm({
    name: "dayFirst",
    says: "day/month/year",
    pattern: ordered(date, month),
    template: "{3}-0{2}-0{1}",
    order: "dayFirst",
  }),
  sinceEpoch("seconds", 1),
  sinceEpoch("milliseconds", 1e3),
  sinceEpoch("microseconds", 1e6),
  sinceEpoch("nanoseconds", 1e9),
];

/** Times whose zone is not UTC: their day there is not the day in UTC. */
export const withOffset: DayForm["fits"] = (name) =>
  matches(
    cast(column(name), "text"),
    ` *[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[T ][0-9:.,]+ *([+-][0-9]{2}(:?[0-9]{2})?|Z|UTC|GMT) *`,
  );
