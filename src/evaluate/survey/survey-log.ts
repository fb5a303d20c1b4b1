import { EngineError, LogError, reason } from "../../errors.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { dayForms } from "../../log/days/day-form.js";
import { excludedPlan, withoutInvalid } from "../../log/exclude.js";
import { impressions } from "../../log/impressions.js";
import { readSummary } from "../../log/read-summary.js";
import { useOf } from "../../log/role-use.js";
import { describeSource } from "../../log/sources/index.js";
import { readStrata, type Stratum, strataKeys, strataPlan } from "../../log/strata.js";
import { type Summary, summaryOf } from "../../log/summary.js";
import {
  beyondFlags,
  rangesAndSoundnessPlan,
  rangesPlan,
  soundnessPlan,
} from "../../log/summary-plans.js";
import { withAnonymous } from "../../log/with-anonymous.js";
import type { Connection, Plan } from "../../sql/engine.js";
import { column, count } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Relation, select } from "../../sql/relation.js";
import { ofOneRow, type WidePlan } from "../../sql/run/chunks.js";
import { collect } from "../../sql/run/collect.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import { deepestCandidate } from "./deepest-rank.js";
import type { LogCounts } from "./log-counts.js";
import {
  requireFewStrata,
  requireNamedStrata,
  requireRows,
  requireRowsLeft,
  rowFaults,
} from "./rules/check-rows.js";

/** A log that has been bound and surveyed, and the rows that the study evaluates. */
export interface SurveyedLog {
  readonly log: BoundLog;
  readonly rows: Relation;
  readonly summary: Summary;
  readonly strata: readonly Stratum[];
  /** Rows of each stratum. */
  readonly sizes: readonly number[];
  readonly counts: LogCounts;
}

/** Summarises a log and checks its rows; every broken rule is in one LogError. */
export async function surveyLog(connection: Connection, log: BoundLog): Promise<SurveyedLog> {
  try {
    return await surveyRows(connection, log);
  } catch (error) {
    throw await explainDay(connection, log, error);
  }
}

async function surveyRows(connection: Connection, log: BoundLog): Promise<SurveyedLog> {
  const { engine, options } = connection;
  const { rangesInFooters = false } = await engine.info();
  const [ranges, soundness, split] = await collectWide(
    engine,
    [...columnPlans(log, rangesInFooters), splitPlan(log, impressions(log))],
    options,
  );
  // Of one statement for both, either reads its own columns.
  const summary = readSummary(log, ranges, soundness ?? { ...ranges });
  requireRows(log, summary);
  const faults = await rowFaults(connection, log, summary);
  if (faults.length > 0) throw new LogError(faults);
  const candidates = await deepestCandidate(connection, log);
  const named = withAnonymous({ log, summary: { ...summary, ...candidates } });
  const { missing } = summaryOf(named.log, named.summary, canonical.user);
  const counts = missing === undefined ? {} : { rowsWithoutUser: missing };
  return splitUp({ ...named, rows: impressions(named.log), counts }, split);
}

/** The survey without the trajectories that break a rule; what was left out is counted. */
export async function surveyWithout(connection: Connection, log: BoundLog): Promise<SurveyedLog> {
  const { engine, options } = connection;
  const rows = withoutInvalid(log);
  const [before, after, excluded, split] = await collectWide(
    engine,
    [
      ofOneRow(rangesPlan(log)),
      ofOneRow(rangesPlan(log, withoutInvalid(log, beyondFlags(log)))),
      excludedPlan(log),
      splitPlan(log, rows),
    ],
    options,
  );
  const all = readSummary(log, before, undefined).rows;
  const summary = readSummary(log, after, undefined);
  requireRowsLeft(log, summary, all);
  const counts = {
    excludedTrajectories: excluded.number("found"),
    excludedRows: all - summary.rows,
  };
  const candidates = await deepestCandidate(connection, log);
  return splitUp({ log, rows, summary: { ...summary, ...candidates }, counts }, split);
}

/** Ranges and soundness of a log's columns: in one statement, unless ranges alone cost nothing. */
function columnPlans(
  log: BoundLog,
  rangesInFooters: boolean,
): readonly [ranges: WidePlan, soundness: WidePlan | undefined] {
  if (!rangesInFooters) return [ofOneRow(rangesAndSoundnessPlan(log)), undefined];
  const sound = soundnessPlan(log);
  return [ofOneRow(rangesPlan(log)), sound && ofOneRow(sound)];
}

const splitPlan = (log: BoundLog, rows: Relation): Plan | undefined =>
  strataKeys(log).length > 0 ? strataPlan(log, rows) : undefined;

function splitUp(
  surveyedLog: Omit<SurveyedLog, "strata" | "sizes">,
  split: Table | undefined,
): SurveyedLog {
  const { log, summary } = surveyedLog;
  const whole = { day: null, feed: null, logger: null, rows: summary.rows };
  const strata = split === undefined ? [whole] : readStrata(split);
  requireFewStrata(log, strata);
  requireNamedStrata(log, strata);
  return {
    ...surveyedLog,
    strata: strata.map(({ day, feed, logger }) => ({ day, feed, logger })),
    sizes: strata.map(({ rows: size }) => size),
  };
}

/** Values looked at from either end: values that are not dates sort before or after those that are. */
const mostValues = 1000;

/** Where days are text and an engine could not read a value: the LogError that names the day. */
async function explainDay(
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
