import { LogError, type Reason, reason, StudyError } from "../../../errors.js";
import type { BoundLog } from "../../../log/bind.js";
import { studyKey } from "../../../log/role-use.js";
import { examplePlan, type RowsOf, rowFault, ruleCountsPlan } from "../../../log/row-faults.js";
import { type RowRule, rowRules } from "../../../log/row-rules.js";
import { describeSource, type SourceSpec } from "../../../log/sources/index.js";
import { type Stratum, strataRoles } from "../../../log/strata.js";
import type { Summary } from "../../../log/summary.js";
import type { Connection } from "../../../sql/engine.js";
import { ofOneRow } from "../../../sql/run/chunks.js";
import { collect } from "../../../sql/run/collect.js";
import { collectWide } from "../../../sql/run/collect-wide.js";

/** Most strata (days × feeds × loggers) that a result is split by. */
const mostStrata = 1000;

export function emptyLog(source: SourceSpec): LogError {
  const where = describeSource(source);
  const message = `${where} holds no rows; a row for each viewed item, or for each candidate, is needed. Check the path, the glob or the query's filter.`;
  return new LogError(reason("emptyLog", message, { source: where }));
}

export function requireRows(log: BoundLog, summary: Summary): void {
  if (summary.rows === 0) throw emptyLog(log.spec.source);
}

/** Refuses a log of which leaving trajectories out leaves nothing. */
export function requireRowsLeft(log: BoundLog, summary: Summary, before: number): void {
  if (summary.rows > 0) return;
  const where = describeSource(log.spec.source);
  const message = `log.invalid: excludeTrajectories leaves nothing of ${where}: all its ${before} rows belong to trajectories that break a rule. Set log.invalid: refuse to see which rules, and correct the log.`;
  throw new LogError(reason("nothingLeft", message, { source: where, rows: before }));
}

/** Refuses days and feeds that results could not name. */
export function requireNamedStrata(log: BoundLog, strata: readonly Stratum[]): void {
  const { day, feed } = log.spec;
  const odd = strata.find(
    (stratum) => stratum.day !== null && !/^\d{4}-\d\d-\d\d$/.test(stratum.day),
  );
  const starred = strata.some((stratum) => stratum.feed === "*");
  const problems: Reason[] = [];
  if (odd !== undefined) {
    const message = `log.day (column "${day}") holds "${odd.day}"; expected days from 0001-01-01 to 9999-12-31. Correct the column, or leave those rows out in log.source: { sql: "select … where …" }.`;
    problems.push(reason("dayInvalid", message, { column: day ?? null, value: odd.day }));
  }
  if (starred) {
    const message = `log.feed (column "${feed}") holds a feed called "*", which is the name of all feeds pooled. Rename it in log.source: { sql: "select …" }.`;
    problems.push(reason("feedReserved", message, { column: feed ?? null, value: "*" }));
  }
  if (problems.length > 0) throw new LogError(problems);
}

export function requireFewStrata(log: BoundLog, strata: readonly Stratum[]): void {
  if (strata.length <= mostStrata) return;
  const { role, key, column, values } = widestRole(log, strata);
  const message = `log.${key} (column "${column}") splits the log into ${values} values, and ${strata.length} strata are more than ${mostStrata}; choose a coarser column or leave ${key} out.`;
  throw new StudyError(reason("tooManyStrata", message, { role, column, values }));
}

export function widestRole(
  log: BoundLog,
  strata: readonly Stratum[],
): {
  readonly role: string;
  readonly key: string;
  readonly column: string;
  readonly values: number;
} {
  const roles = strataRoles.map((role) => ({
    role,
    key: studyKey(log, role),
    column: log.spec[role] ?? "",
    values: new Set(strata.map((stratum) => stratum[role])).size,
  }));
  return roles.reduce((a, b) => (b.values > a.values ? b : a));
}

/** Every row rule that rows break, in words; rows are read only where the summary leaves doubt. */
export async function rowFaults(
  connection: Connection,
  log: BoundLog,
  summary: Summary,
  of: RowsOf = "log",
): Promise<readonly Reason[]> {
  const rules = rowRules(log);
  if (!rules.some((rule) => rule.suspect(summary))) return [];
  const { engine, options } = connection;
  const [counts] = await collectWide(engine, [ofOneRow(ruleCountsPlan(log))], options);
  const problems: Reason[] = [];
  for (const [i, rule] of rules.entries()) {
    const rows = counts.numberOrZero(`rule_${i}`);
    if (rows > 0) problems.push(await faultWithExample(connection, log, rule, rows, of));
  }
  return problems;
}

async function faultWithExample(
  { engine, options }: Connection,
  log: BoundLog,
  rule: RowRule,
  rows: number,
  of: RowsOf,
): Promise<Reason> {
  const example = await collect(engine, examplePlan(log, rule), options);
  const facts = {
    trajectory: example.text("trajectory"),
    rank: example.text("rank"),
    value: example.text("value"),
  };
  return rowFault(log, rule, rows, facts, of);
}
