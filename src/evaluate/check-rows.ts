import { LogError, type Reason, reason, StudyError, UnsupportedError } from "../errors.js";
import type { CurveSpec } from "../exposure/curve.js";
import { cutoffOf } from "../exposure/curve-view.js";
import { tabulate } from "../exposure/tabulate.js";
import {
  type BoundLog,
  describeSource,
  examplePlan,
  type RowRule,
  rowFault,
  rowRules,
  ruleCountsPlan,
  type SourceSpec,
  type Stratum,
  type Summary,
  summaryOf,
} from "../log/index.js";
import { type CallOptions, collect, type Engine, type Table } from "../sql/index.js";
import type { ExposureSpec } from "../study/index.js";

/** Most strata (days × feeds × loggers) that a result is split by. */
const mostStrata = 1000;

/** The error of a source that holds no rows. */
export function emptyLog(source: SourceSpec): LogError {
  const where = describeSource(source);
  const message = `${where} holds no rows; an evaluation needs a log. Check the path, the glob or the query's filter.`;
  return new LogError(reason("emptyLog", message, { source: where }));
}

/** Refuses a log without rows. */
export function requireRows(log: BoundLog, summary: Summary): void {
  if (summary.rows === 0) throw emptyLog(log.spec.source);
}

/** Refuses a log of which leaving trajectories out leaves nothing. */
export function requireRowsLeft(log: BoundLog, summary: Summary, before: number): void {
  if (summary.rows > 0) return;
  const where = describeSource(log.spec.source);
  const message = `log.invalid: excludeTrajectories leaves nothing of ${where}: all its ${before} rows belong to trajectories that break a rule. Set log.invalid: refuse to see which rules, and mend the log.`;
  throw new LogError(reason("nothingLeft", message, { source: where, rows: before }));
}

/** Refuses days and feeds that results could not name. */
export function requireNamedStrata(log: BoundLog, strata: readonly Stratum[]): void {
  const { day, feed } = log.spec;
  const odd = strata.find((each) => each.day !== null && !/^\d{4}-\d\d-\d\d$/.test(each.day));
  const starred = strata.some((each) => each.feed === "*");
  const problems: Reason[] = [];
  if (odd !== undefined) {
    const message = `log.day (column "${day}") holds "${odd.day}"; expected days from 0001-01-01 to 9999-12-31. Mend the column, or leave those rows out in log.source: { sql: "select … where …" }.`;
    problems.push(reason("dayInvalid", message, { column: day ?? null, value: odd.day }));
  }
  if (starred) {
    const message = `log.feed (column "${feed}") holds a feed called "*", which is the name of all feeds pooled. Rename it in log.source: { sql: "select …" }.`;
    problems.push(reason("feedReserved", message, { column: feed ?? null, value: "*" }));
  }
  if (problems.length > 0) throw new LogError(problems);
}

/** Refuses a column that splits the log into too many strata. */
export function requireFewStrata(log: BoundLog, strata: readonly Stratum[]): void {
  if (strata.length <= mostStrata) return;
  const { role, column, values } = widestRole(log, strata);
  const message = `log.${role} (column "${column}") splits the log into ${values} values, and ${strata.length} strata are more than ${mostStrata}; choose a coarser column or leave ${role} out.`;
  throw new StudyError(reason("tooManyStrata", message, { role, column, values }));
}

/** The role whose column has most values. */
export function widestRole(
  log: BoundLog,
  strata: readonly Stratum[],
): { readonly role: string; readonly column: string; readonly values: number } {
  const roles = (["day", "feed", "logger"] as const).map((role) => ({
    role,
    column: log.spec[role] ?? "",
    values: new Set(strata.map((stratum) => stratum[role])).size,
  }));
  return roles.reduce((a, b) => (b.values > a.values ? b : a));
}

/** Every row rule that rows break, in words; rows are read only where the summary leaves doubt. */
export async function rowFaults(
  engine: Engine,
  log: BoundLog,
  summary: Summary,
  options: CallOptions,
): Promise<readonly Reason[]> {
  const rules = rowRules(log);
  if (!rules.some((rule) => rule.suspect(summary))) return [];
  const counts = await collect(engine, ruleCountsPlan(log), options);
  const problems: Reason[] = [];
  for (const [i, rule] of rules.entries()) {
    const rows = Number(counts.columns.get(`rule_${i}`)?.[0] ?? 0);
    if (rows > 0) problems.push(await faultWithExample(engine, log, rule, rows, options));
  }
  return problems;
}

async function faultWithExample(
  engine: Engine,
  log: BoundLog,
  rule: RowRule,
  rows: number,
  options: CallOptions,
): Promise<Reason> {
  const example = await collect(engine, examplePlan(log, rule), options);
  return rowFault(log, rule, rows, {
    trajectory: textAt(example, "trajectory"),
    rank: textAt(example, "rank"),
    value: textAt(example, "value"),
  });
}

function textAt(table: Table, name: string): string | null {
  const value = table.columns.get(name)?.[0] ?? null;
  return value === null ? null : String(value);
}

/** Refuses feeds that no curve speaks of. */
export function requireCurveForEveryFeed(
  { curve }: ExposureSpec,
  strata: readonly Stratum[],
): void {
  if (curve === undefined || "every" in curve) return;
  const missing = strata.find(({ feed }) => ownCurve(curve.byFeed, feed) === undefined);
  if (missing === undefined) return;
  const given = Object.keys(curve.byFeed).join(", ");
  const message = `Feed ${missing.feed ?? "(none)"} of the log has no curve; log.exposure.curve.byFeed gives ${given}. Add it there.`;
  throw new UnsupportedError(reason("feedWithoutCurve", message, { feed: missing.feed, given }));
}

const ownCurve = (
  byFeed: Readonly<Record<string, CurveSpec>>,
  feed: string | null,
): CurveSpec | undefined =>
  feed !== null && Object.hasOwn(byFeed, feed) ? byFeed[feed] : undefined;

/** The shallowest cut-off among a study's curves. */
export function shallowestCutoff(exposure: ExposureSpec): number {
  return Math.min(...curvesOf(exposure).map((spec) => cutoffOf(spec) ?? Infinity));
}

/** Refuses viewed ranks beyond their curve's cut-off, where the curve says that nothing is viewed. */
export function requireRanksWithinCutoff(
  log: BoundLog,
  { curve }: ExposureSpec,
  deepestByFeed: ReadonlyMap<string | null, number>,
): void {
  if (curve === undefined) return;
  for (const [feed, deepest] of deepestByFeed) {
    const spec = "every" in curve ? curve.every : ownCurve(curve.byFeed, feed);
    const cutoff = spec === undefined ? undefined : cutoffOf(spec);
    const ofFeed = feed === null ? "" : ` of feed ${feed}`;
    if (spec !== undefined && vanishesAt(spec, deepest)) {
      const message = `log.rank (column "${log.spec.rank}") holds a viewed item at rank ${deepest}${ofFeed}, where log.exposure.curve (${spec.model}) says that next to nothing is viewed (less than 1 in 1e70); choose a curve that falls less steeply.`;
      throw new LogError(reason("rankBeyondCurve", message, { feed, deepest, model: spec.model }));
    }
    if (cutoff === undefined || deepest <= cutoff) continue;
    const message = `log.rank (column "${log.spec.rank}") holds a viewed item at rank ${deepest}${ofFeed}, beyond the curve's cut-off ${cutoff}, where nothing is viewed; raise log.exposure.curve's cutoff to ${deepest} or more.`;
    throw new LogError(reason("rankBeyondCutoff", message, { feed, cutoff, deepest }));
  }
}

/** Whether any viewed rank may lie beyond a curve: only then feeds are looked at one by one. */
export function mayExceedCutoff(exposure: ExposureSpec, summary: Summary): boolean {
  const deepest = summaryOf(summary, "h_rank").range?.[1] ?? 1;
  const beyond = deepest > shallowestCutoff(exposure);
  return beyond || curvesOf(exposure).some((spec) => vanishesAt(spec, deepest));
}

const curvesOf = ({ curve }: ExposureSpec): readonly CurveSpec[] => {
  if (curve === undefined) return [];
  return "every" in curve ? [curve.every] : Object.values(curve.byFeed);
};

/** Whether a curve, within its cut-off, is too small at a rank to be divided by. */
function vanishesAt(spec: CurveSpec, rank: number): boolean {
  const within = Math.min(rank, cutoffOf(spec) ?? rank);
  return within === rank && rank <= longestCurve && (tabulate(spec, rank)[rank - 1] ?? 1) < 1e-70;
}

/** Deeper curves are refused without a cut-off. */
const longestCurve = 65_536;
