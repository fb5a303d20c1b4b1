import { HindcastError } from "../../errors.js";
import type { SourceSpec } from "../../log/index.js";
import { plainName } from "../../log/propose-study.js";
import { type Connection, from, type SourceColumn, type SourceRef } from "../../sql/index.js";
import { withDayForm } from "../survey/day-form.js";

/** The column with the day, and what keeps its values from being read. */
export interface DayFound {
  readonly column?: string;
  readonly fault?: string;
}

interface Rows {
  readonly spec: SourceSpec;
  readonly source: SourceRef;
  readonly columns: readonly SourceColumn[];
}

/** Words for a time, on their own or as a part of a name. A number that is called otherwise is no time. */
const timeWord =
  /(?:^|_)(?:date|day|datum|fecha|dt|ds|ts|time|timestamp|datetime|epoch|created|logged|occurred)(?:_|$)/i;

/** Messages that say how the values are days; others are of values that are none. */
const isSolved = /log\.dayOrder: |\* replace \(/;

/** Texts and numbers that are not called a time, but dwell in one, are left out: "watch_time", "time_spent". */
const duration =
  /watch|dwell|spent|load|delay|duration|elapsed|response|latency|zone|_ms$|seconds/i;

/**
 * The day of a log: the named column, with why it cannot be read; or else the one column of texts or numbers that is
 * called a time and reads as one.
 */
export async function dayIn(
  connection: Connection,
  { spec, source, columns }: Rows,
  named: string | undefined,
): Promise<DayFound> {
  const readAs = async (day: string): Promise<DayFound> => {
    const log = { source: spec, day, rewards: {}, invalid: "refuse", structure: "check" } as const;
    try {
      const read = await withDayForm(connection, { spec: log, rows: from(source), columns });
      const isRead = read.some(({ name, form }) => name === day && form !== undefined);
      return isRead ? { column: day } : {};
    } catch (error) {
      if (!(error instanceof HindcastError) || error.kind === "engine") throw error;
      return { column: day, fault: error.message };
    }
  };
  if (named !== undefined) return { column: named, ...(await readAs(named)) };
  const times = columns.filter(
    ({ name, type }) =>
      ["text", "bigint", "double", "decimal"].includes(type) &&
      timeWord.test(plainName(name)) &&
      !duration.test(plainName(name)),
  );
  const found: DayFound[] = [];
  for (const { name } of times) found.push(await readAs(name));
  const days = found.filter(({ column }) => column !== undefined);
  const isTime = ({ fault }: DayFound): boolean => fault === undefined || isSolved.test(fault);
  return days.find(({ fault }) => fault === undefined) ?? days.find(isTime) ?? {};
}
