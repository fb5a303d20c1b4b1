import { type Reason, reason, StudyError } from "../../errors.js";
import { byText } from "../../log/strata.js";
import type { DayRange } from "../../study/study.js";
import { furtherFeedsTable } from "../../tally/further-feeds.js";
import { replicatesTable } from "../../tally/replicates/take-replicates.js";
import { depthsTable } from "../../tally/take-depths.js";
import type { ScopeCount, Tally, TallyTable } from "../../tally/tally.js";
import type { StudyTally } from "../about.js";

export interface TallyOnDays {
  readonly tally: StudyTally;
  /** Of days that are not all: what is still of all of them. */
  readonly someDays?: Reason;
}

/**
 * The tally as one of a log of these days, as far as its tables are split by days: the tables of checks and of curves are
 * those of all days, and what no sum of days gives is left out. All days leave it as it is.
 */
export function onDays(tally: StudyTally, range: DayRange | undefined): TallyOnDays {
  if (range === undefined) return { tally };
  const all = daysIn(tally);
  const days = new Set(all.filter((day) => isInRange(day, range)));
  if (days.size === 0 || !isRange(range)) throw noSuchDays(range, all);
  if (days.size === all.length) return { tally };
  const tables = Object.fromEntries(
    Object.entries(tally.tables)
      .filter(([name]) => !ofNoSum.has(name))
      .map(([name, table]) => [name, isOfAllDays(name) ? table : restricted(name, table, days)]),
  );
  const clusters = clustersOn(tally.clusters, days);
  const users = usersOn({ ...tally, tables, clusters });
  const { about } = tally;
  return {
    tally: { ...tally, tables, clusters, about: { ...about, survey: { ...about.survey, users } } },
    someDays: ofSomeDays([...days], all),
  };
}

/** The days of a tally in order. */
export const daysIn = ({ tables }: Pick<Tally, "tables">): readonly string[] =>
  [...new Set((tables.cells?.strata ?? []).flatMap(({ day }) => day ?? []))].sort(byText);

/** The days that may be chosen: none where a table holds all of them together. */
export const daysToChoose = (tally: Pick<Tally, "tables">): readonly string[] =>
  Object.entries(tally.tables).some(([name, { strata }]) => isByDay(name) && !hasDays(strata))
    ? []
    : daysIn(tally);

const hasDays = (strata: TallyTable["strata"]): boolean => strata.every(({ day }) => day !== null);

const isInRange = (day: string, { from = day, to = day }: DayRange): boolean =>
  from <= day && day <= to;

const isRange = ({ from, to }: DayRange): boolean =>
  [from, to].every((day) => day === undefined || /^\d{4}-\d\d-\d\d$/.test(day));

/** Users and sessions are weighed or counted once over several days: no sum over days gives that. */
const ofNoSum: ReadonlySet<string> = new Set([replicatesTable, furtherFeedsTable]);

const isOfAllDays = (name: string): boolean => name === depthsTable || name.startsWith("line ");

const isByDay = (name: string): boolean => !ofNoSum.has(name) && !isOfAllDays(name);

function restricted(name: string, table: TallyTable, days: ReadonlySet<string>): TallyTable {
  const place = new Map<number, number>();
  const strata = table.strata.filter(({ day }, at) => {
    if (day === null) throw notByDay(name);
    return days.has(day) && place.set(at, place.size);
  });
  const rows = [...table.stratum.keys()].filter((row) => place.has(table.stratum[row] ?? 0));
  const kept = (values: Float64Array): Float64Array =>
    Float64Array.from(rows, (row) => values[row] ?? 0);
  const columns = Object.entries(table.columns).map(([mark, column]) => {
    const { hi, lo } = column;
    return [mark, { ...column, hi: kept(hi), lo: lo && kept(lo) }];
  });
  return {
    rows: rows.length,
    strata,
    stratum: Int32Array.from(rows, (row) => place.get(table.stratum[row] ?? 0) ?? 0),
    bucket: Int32Array.from(rows, (row) => table.bucket[row] ?? 0),
    keys: Object.fromEntries(
      Object.entries(table.keys).map(([key, values]) => [key, kept(values)]),
    ),
    columns: Object.fromEntries(columns),
  };
}

/** Of a single day those over all days are its own; over several none are known. */
function clustersOn(clusters: Tally["clusters"], days: ReadonlySet<string>): Tally["clusters"] {
  const byDay = clusters?.filter(({ day }) => day !== null && days.has(day));
  if (byDay === undefined || days.size > 1) return byDay ?? null;
  return byDay.flatMap((count): readonly ScopeCount[] => [count, { ...count, day: null }]);
}

function usersOn({ about, buckets, tables, clusters, clusteredBy }: StudyTally): number | null {
  if (about.survey.users === null) return null;
  if (buckets.kind === "exact")
    return clusteredBy.role === "user" ? new Set(tables.cells?.bucket).size : null;
  return clusters?.find(({ feed, day }) => feed === null && day === null)?.clusters ?? null;
}

const span = (days: readonly string[]): string => [...new Set([days[0], days.at(-1)])].join(" to ");

function ofSomeDays(days: readonly string[], all: readonly string[]): Reason {
  const message = `Values and errors are of ${span(days)} alone. What checks, curves and counts of rows are read from is not split by days: these are of all days, ${span(all)}.`;
  const facts = {
    first: days[0] ?? "",
    last: days.at(-1) ?? "",
    days: days.length,
    of: all.length,
  };
  return reason("someDays", message, facts);
}

function noSuchDays({ from, to }: DayRange, all: readonly string[]): StudyError {
  const there =
    all.length === 0
      ? "the log names no day (log.day)"
      : `the log has ${all.length === 1 ? "" : `${all.length} days, `}${span(all)}`;
  const message = `days must be { from: 2026-11-01, to: 2026-11-07 }, or one of both, and hold a day of the log: ${there}; it is from ${from ?? "the first"} to ${to ?? "the last"}.`;
  return new StudyError(reason("noSuchDays", message, { from: from ?? null, to: to ?? null }));
}

function notByDay(name: string): StudyError {
  const message = `Days cannot be chosen of this tally: its lists are so deep that it holds "${name}" over all days together. Evaluate the log of these days.`;
  return new StudyError(reason("noSuchDays", message, { table: name }));
}
