import { expect, it } from "vitest";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, useBench } from "./bad-log.js";

const bench = useBench();

/** A log of six days from 2 November 2026, written by a function of DuckDB's `strftime`. */
const logOf = (date: string): string =>
  goodQuery({
    date: date
      .replaceAll("DAY", "(DATE '2026-11-02' + CAST(i // 6 AS INTEGER))")
      .replaceAll("TIME", "(TIMESTAMP '2026-11-02 23:05:07' + to_days(CAST(i // 6 AS INTEGER)))"),
  });

const november = (...days: readonly number[]): readonly string[] =>
  days.map((day) => `2026-11-${String(day).padStart(2, "0")}`);
const six = november(2, 3, 4, 5, 6, 7);

/** The days of the answer to a log of Parquet, in which nothing guesses types. */
async function daysOf(date: string, log = {}): Promise<readonly (string | null)[]> {
  const path = await bench.parquet("days.parquet", logOf(date));
  return daysIn(path, log);
}

async function daysIn(source: unknown, log = {}): Promise<readonly (string | null)[]> {
  const study = studyOf(source, { log: { day: "date", ...log } });
  const { estimates } = await answerTo(study, bench.engine());
  return [...new Set(estimates.map(({ day }) => day))].filter((day) => day !== null).sort();
}

async function refused(date: string, log = {}): Promise<{ code: string; message: string }> {
  const path = await bench.parquet("days.parquet", logOf(date));
  const { code, message } = await refusalOf(
    studyOf(path, { log: { day: "date", ...log } }),
    bench.engine(),
  );
  return { code, message };
}

it.each(
  inTurn([
    ["a time without a zone", "strftime(TIME, '%Y-%m-%d %H:%M:%S')"],
    ["a time of UTC", "strftime(TIME, '%Y-%m-%dT%H:%M:%SZ')"],
    ["a time of UTC, in words", "strftime(TIME, '%Y-%m-%d %H:%M:%S UTC')"],
    ["an offset of nothing", "strftime(TIME, '%Y-%m-%d %H:%M:%S.%f+00:00')"],
    ["slashes", "strftime(DAY, '%Y/%m/%d')"],
    ["one digit where one will do", "strftime(DAY, '%Y-%-m-%-d')"],
    ["digits", "strftime(DAY, '%Y%m%d')"],
    ["a number of digits", "CAST(strftime(DAY, '%Y%m%d') AS INTEGER)"],
    ["seconds", "CAST(epoch(TIME) AS BIGINT)"],
    ["seconds and their parts", "epoch(TIME) + 0.25"],
    ["milliseconds", "epoch_ms(TIME)"],
    ["microseconds", "epoch_us(TIME)"],
    ["nanoseconds", "epoch_ns(TIME)"],
  ]),
)("days are read of %s", async (_, date) => {
  expect(await daysOf(date)).toEqual(six);
});

it.each(
  inTurn([
    ["%m/%d/%Y", "monthFirst", six],
    ["%-m/%-d/%Y %-I:%M %p", "monthFirst", six],
    ["%d.%m.%Y", "dayFirst", six],
    ["%m/%d/%Y", "dayFirst", [2, 3, 4, 5, 6, 7].map((month) => `2026-0${month}-11`)],
  ] as const),
)("%s that has two readings is asked, and read %s", async (format, dayOrder, wanted) => {
  const date = `strftime(TIME, '${format}')`;
  const { code, message } = await refused(date);
  expect(code).toBe("dayAmbiguous");
  expect(message).toMatch(/is 2026-11-0\d if it is month.*2026-0\d-11|2026-0\d-11 if it is month/);
  expect(message).toContain("log.dayOrder: monthFirst or dayFirst");
  expect(await daysOf(date, { dayOrder })).toEqual(wanted);
});

it("the last row decides as much as the first", async () => {
  const late = "CASE WHEN i >= 33 THEN '13/11/2026' ELSE strftime(DAY, '%d/%m/%Y') END";
  expect(await daysOf(late)).toEqual(november(2, 3, 4, 5, 6, 7, 13));
  const { message } = await refused(late, { dayOrder: "monthFirst" });
  expect(message).toContain("log.dayOrder is monthFirst, and column");
  expect(message).toContain("write log.dayOrder: dayFirst");
});

it("one day whose readings are one is read", async () => {
  expect(await daysOf("'11/11/2026'")).toEqual(november(11));
});

it.each(
  inTurn([
    ["months by name", "strftime(DAY, '%b %-d, %Y')", six],
    ["months by name and times", "strftime(TIME, '%a, %d %b %Y %H:%M:%S GMT')", six],
    ["days of a spreadsheet", "CAST(DAY - DATE '1899-12-30' AS INTEGER)", six],
    ["days since 1970", "CAST(DAY - DATE '1970-01-01' AS INTEGER)", six],
    ["digits as doubles", "CAST(strftime(DAY, '%Y%m%d') AS DOUBLE)", six],
    ["milliseconds as text", "CAST(epoch_ms(TIME) AS VARCHAR)", six],
    // Five hours behind UTC, 23:05 is the next day.
    ["an offset", "strftime(TIME, '%Y-%m-%d %H:%M:%S-05:00')", november(3, 4, 5, 6, 7, 8)],
  ]),
)("%s are read by the query that the error writes", async (_, date, wanted) => {
  const { code, message } = await refused(date);
  expect(code).toBe("dayInvalid");
  const [, said = ""] = /log\.source: (\{ sql: ".*" \})[.;]/.exec(message) ?? [];
  expect(await daysIn(JSON.parse(said.replace("{ sql:", '{ "sql":')))).toEqual(wanted);
});

it.each([
  [
    "another form in some rows",
    "CASE WHEN i > 20 THEN strftime(DAY, '%m/%d/%Y') ELSE strftime(DAY, '%Y-%m-%d') END",
    'in several forms: year-month-day and a time in 21 rows ("2026-11-02"), month/day/year, day/month/year in 15 rows',
  ],
  [
    "another unit in some rows",
    "CASE WHEN i > 20 THEN epoch_ms(TIME) ELSE CAST(epoch(TIME) AS BIGINT) END",
    "seconds since 1970 in 21 rows, milliseconds since 1970 in 15 rows",
  ],
  [
    "0 where there is no time",
    "CASE WHEN i = 7 THEN 0 ELSE epoch_ms(TIME) END",
    "milliseconds since 1970 in 35 rows, and numbers from 0",
  ],
  ["a word for no day", "CASE WHEN i = 7 THEN 'NULL' ELSE strftime(DAY, '%d.%m.%Y') END", '"NULL"'],
  ["a user's number", "i * 7", "holds numbers from 0 to 245"],
  [
    "a day that no month has",
    "CASE WHEN i = 7 THEN '02/30/2026' ELSE '12/30/2026' END",
    '1 row holds "02/30/2026"',
  ],
])("%s are named", async (_, date, wanted) => {
  const { code, message } = await refused(date);
  expect(code).toBe("dayInvalid");
  expect(message).toContain(wanted);
});
