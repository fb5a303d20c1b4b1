import { LogError, reason, StudyError } from "../../errors.js";
import { canonical, trajectoryKeys } from "../../log/canonical.js";
import type { Connection } from "../../sql/engine.js";
import {
  and,
  apply,
  cast,
  column,
  count,
  type Expression,
  indicator,
  less,
  max,
  min,
  not,
  text,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { DayRange } from "../../study/study.js";
import type { SurveyedLog } from "../survey/survey-log.js";

const isFitDay = (day: string | null, { from, to }: DayRange): boolean =>
  day === null || ((from === undefined || day >= from) && (to === undefined || day <= to));

/** The rows on which curves are fitted: all, or those of `fitDays`. */
export function onFitDays(log: SurveyedLog, days: DayRange | undefined): SurveyedLog {
  if (days === undefined) return log;
  const rows = select(log.rows, columnsOfRows(log.rows), { where: inDays(days) });
  return { ...log, rows };
}

/** The log without `fitDays`: what is evaluated; the rows left out are counted. */
export function withoutFitDays(log: SurveyedLog, days: DayRange | undefined): SurveyedLog {
  if (days === undefined) return log;
  const kept = log.strata.flatMap((stratum, i) =>
    isFitDay(stratum.day, days) ? [] : [{ stratum, size: log.sizes[i] ?? 0 }],
  );
  if (kept.length === 0) throw nothingToEvaluate(days);
  const sizes = kept.map(({ size }) => size);
  const left = sizes.reduce((sum, size) => sum + size, 0);
  return {
    ...log,
    rows: withoutDays(log.rows, days),
    strata: kept.map(({ stratum }) => stratum),
    sizes,
    counts: { ...log.counts, fitDaysRows: log.summary.rows - left },
  };
}

export const withoutDays = (rows: Relation, days: DayRange): Relation =>
  select(rows, columnsOfRows(rows), { where: not(inDays(days)) });

/**
 * Refuses trajectories with rows on both sides of the days set apart: either half would look like a
 * trajectory that stopped at midnight.
 */
export async function requireWholeTrajectories(
  { engine, options }: Connection,
  { log, rows }: SurveyedLog,
  days: DayRange | undefined,
): Promise<void> {
  if (days === undefined || log.spec.structure === "declared") return;
  const inside = select(rows, [
    [canonical.trajectory.name, canonical.trajectory],
    [canonical.feed.name, canonical.feed],
    ["inside", indicator(inDays(days))],
  ]);
  const sides = group(inside, trajectoryKeys, [
    ["least", min(column("inside"))],
    ["most", max(column("inside"))],
  ]);
  const cut = select(sides, [[canonical.feed.name, canonical.feed]], {
    where: less(column("least"), column("most")),
  });
  const counted = plan(
    "trajectories over the edge of fitDays",
    group(cut, [], [["found", count()]]),
  );
  const number = (await collect(engine, counted, options)).number("found");
  if (number > 0) throw overTheEdge(number, log.spec.day);
}

function overTheEdge(trajectories: number, day: string | undefined): LogError {
  const message = `log.exposure.fitDays cuts ${trajectories} trajectories in two: they hold rows of days on which curves are fitted and of days that are evaluated (column "${day}"), and each half would look like a trajectory that stopped there. Give every row its trajectory's first day, as in log.source: { sql: "select *, min(${day}) over (partition by …) as first_day from …" }, log.day: first_day.`;
  return new LogError(
    reason("trajectoriesOverFitDays", message, { trajectories, column: day ?? null }),
  );
}

function inDays({ from, to }: DayRange): Expression {
  const day = (iso: string): Expression => cast(text(iso), "date");
  return and([
    ...(from === undefined ? [] : [apply(">=", canonical.day, day(from))]),
    ...(to === undefined ? [] : [apply("<=", canonical.day, day(to))]),
  ]);
}

function columnsOfRows(rows: Relation): readonly Named[] {
  const columns = rows.kind === "select" ? rows.columns : [];
  return columns.map(([alias]): Named => [alias, column(alias)]);
}

function nothingToEvaluate({ from, to }: DayRange): StudyError {
  const stretch = `${from ?? "the first day"} to ${to ?? "the last"}`;
  const message = `log.exposure.fitDays (${stretch}) holds every day of the log, so that none is left to evaluate; choose some of them, or leave fitDays out to fit the curves on the days that are evaluated.`;
  return new StudyError(reason("noDayLeft", message, { from: from ?? null, to: to ?? null }));
}
