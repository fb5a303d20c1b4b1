import { LogError } from "../errors.js";
import {
  type BoundLog,
  excludedPlan,
  impressions,
  rangesPlan,
  readStrata,
  readSummary,
  type Stratum,
  type Summary,
  soundnessPlan,
  strataKeys,
  strataPlan,
  withoutInvalid,
} from "../log/index.js";
import { type CallOptions, collect, type Engine, type Relation } from "../sql/index.js";
import type { Study } from "../study/index.js";
import {
  requireFewStrata,
  requireNamedStrata,
  requireRows,
  requireRowsLeft,
  rowFaults,
} from "./check-rows.js";
import { explainDay } from "./explain-day.js";

/** A log that has been bound and surveyed, and the rows that the study evaluates. */
export interface Surveyed {
  readonly log: BoundLog;
  readonly rows: Relation;
  readonly summary: Summary;
  readonly strata: readonly Stratum[];
  /** Rows of each stratum. */
  readonly sizes: readonly number[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Summarises a log and checks its rows; every broken rule is thrown at once as one LogError. */
export async function surveyLog(
  study: Study,
  log: BoundLog,
  engine: Engine,
  options: CallOptions,
): Promise<Surveyed> {
  try {
    return await surveyRows(study, log, engine, options);
  } catch (error) {
    throw await explainDay(engine, log, error, options);
  }
}

async function surveyRows(
  study: Study,
  log: BoundLog,
  engine: Engine,
  options: CallOptions,
): Promise<Surveyed> {
  const ranges = await collect(engine, rangesPlan(log), options);
  const plan = soundnessPlan(log);
  const soundness = plan === undefined ? undefined : await collect(engine, plan, options);
  const summary = readSummary(log, ranges, soundness);
  requireRows(log, summary);
  const faults = await rowFaults(engine, log, summary, options);
  if (faults.length > 0) throw new LogError(faults);
  return withStrata(study, { log, rows: impressions(log), summary, counts: {} }, engine, options);
}

/** The survey without the trajectories that break a rule; what was left out is counted. */
export async function surveyWithout(
  study: Study,
  log: BoundLog,
  engine: Engine,
  options: CallOptions,
): Promise<Surveyed> {
  const rows = withoutInvalid(log);
  const before = await collect(engine, rangesPlan(log), options);
  const all = readSummary(log, before, undefined).rows;
  const summary = readSummary(
    log,
    await collect(engine, rangesPlan(log, rows), options),
    undefined,
  );
  requireRowsLeft(log, summary, all);
  const found = await collect(engine, excludedPlan(log), options);
  const counts = {
    excludedTrajectories: Number(found.columns.get("found")?.[0] ?? 0),
    excludedRows: all - summary.rows,
  };
  return withStrata(study, { log, rows, summary, counts }, engine, options);
}

async function withStrata(
  _study: Study,
  found: Omit<Surveyed, "strata" | "sizes">,
  engine: Engine,
  options: CallOptions,
): Promise<Surveyed> {
  const { log, rows, summary } = found;
  const whole = { day: null, feed: null, logger: null, rows: summary.rows };
  const split = strataKeys(log).length > 0;
  const strata = split
    ? readStrata(await collect(engine, strataPlan(log, rows), options))
    : [whole];
  requireFewStrata(log, strata);
  requireNamedStrata(log, strata);
  return {
    ...found,
    strata: strata.map(({ day, feed, logger }) => ({ day, feed, logger })),
    sizes: strata.map(({ rows: size }) => size),
  };
}
