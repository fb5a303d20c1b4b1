import { LogError } from "../../errors.js";
import {
  type BoundLog,
  beyondFlags,
  canonical,
  excludedPlan,
  impressions,
  rangesAndSoundnessPlan,
  rangesPlan,
  readStrata,
  readSummary,
  type Stratum,
  type Summary,
  soundnessPlan,
  strataKeys,
  strataPlan,
  summaryOf,
  withAnonymous,
  withoutInvalid,
} from "../../log/index.js";
import {
  type Connection,
  collectWide,
  ofOneRow,
  type Plan,
  type Relation,
  type Table,
  type WidePlan,
} from "../../sql/index.js";
import { deepestCandidate } from "./deepest-rank.js";
import { explainDay } from "./explain-day.js";
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
  const [ranges, soundness, split] = await collectWide(
    engine,
    [...columnPlans(connection, log), splitPlan(log, impressions(log))],
    options,
  );
  // Of one statement for both, either reads its own columns.
  const summary = readSummary(log, ranges, soundness ?? { ...ranges });
  requireRows(log, summary);
  const faults = await rowFaults(connection, log, summary);
  if (faults.length > 0) throw new LogError(faults);
  const candidates = await deepestCandidate(connection, log);
  const found = withAnonymous({ log, summary: { ...summary, ...candidates } });
  const { missing } = summaryOf(found.log, found.summary, canonical.user);
  const counts = missing === undefined ? {} : { rowsWithoutUser: missing };
  return splitUp({ ...found, rows: impressions(found.log), counts }, split);
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

/**
 * Ranges and soundness of a log's columns: in one statement where the engine holds no rows, since each then reads
 * the log; in two, ranges come from the footers of a Parquet file.
 */
function columnPlans(
  { engine }: Connection,
  log: BoundLog,
): readonly [ranges: WidePlan, soundness: WidePlan | undefined] {
  if (engine.release === undefined) return [ofOneRow(rangesAndSoundnessPlan(log)), undefined];
  const sound = soundnessPlan(log);
  return [ofOneRow(rangesPlan(log)), sound && ofOneRow(sound)];
}

/** What splits a log into strata, if anything does. */
const splitPlan = (log: BoundLog, rows: Relation): Plan | undefined =>
  strataKeys(log).length > 0 ? strataPlan(log, rows) : undefined;

function splitUp(
  found: Omit<SurveyedLog, "strata" | "sizes">,
  split: Table | undefined,
): SurveyedLog {
  const { log, summary } = found;
  const whole = { day: null, feed: null, logger: null, rows: summary.rows };
  const strata = split === undefined ? [whole] : readStrata(split);
  requireFewStrata(log, strata);
  requireNamedStrata(log, strata);
  return {
    ...found,
    strata: strata.map(({ day, feed, logger }) => ({ day, feed, logger })),
    sizes: strata.map(({ rows: size }) => size),
  };
}
