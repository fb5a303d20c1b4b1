import { LogError, type Reason, reason } from "../../../errors.js";
import type { BoundLog } from "../../../log/bind.js";
import {
  duplicateRanksPlan,
  structurePlan,
  targetsPlan,
  unmarked,
} from "../../../log/structure.js";
import {
  describeFault,
  describeTwice,
  itemsAtRankPlan,
  ofEvents,
  structureFaults,
  twiceAtTargetPlan,
} from "../../../log/structure-faults.js";
import type { Connection } from "../../../sql/engine.js";
import type { Relation } from "../../../sql/relation.js";
import { ofOneRow } from "../../../sql/run/chunks.js";
import { collect } from "../../../sql/run/collect.js";
import { collectWide } from "../../../sql/run/collect-wide.js";
import { asCounts, type LogCounts } from "../log-counts.js";

/**
 * Refuses trajectories with a rank twice, or with several users or loggers, of which a pass by trajectory
 * found some number; returns the counts, with the exact number of duplicates where that pass could not find it.
 */
export async function requireSoundStructure(
  { engine, options }: Connection,
  log: BoundLog,
  rows: Relation,
  { [unmarked]: tooLong = 0, ...marks }: Readonly<Record<string, number>>,
): Promise<LogCounts> {
  const unclear = (marks.holes ?? 0) + tooLong;
  const isUnclear = unclear > 0 && (marks.duplicates ?? 0) === 0;
  const duplicates = isUnclear ? { duplicates: await duplicatesIn({ engine, options }, rows) } : {};
  const counts = asCounts({ ...marks, ...duplicates });
  const problems: Reason[] = [];
  for (const fault of structureFaults(log)) {
    const trajectories = counts[fault.count] ?? 0;
    if (trajectories === 0) continue;
    const example = await collect(engine, fault.example(rows), options);
    const items = fault.count === "duplicates" ? itemsAtRankPlan(log, example) : undefined;
    const there = items && (await collect(engine, items, options));
    const isOneItem = there !== undefined && there.number("items") < there.number("rows");
    const named = isOneItem ? ofEvents(fault, log) : fault;
    problems.push(describeFault(log, named, trajectories, example));
  }
  if (problems.length > 0) throw new LogError(problems);
  return counts;
}

async function duplicatesIn({ engine, options }: Connection, rows: Relation): Promise<number> {
  return (await collect(engine, duplicateRanksPlan(rows), options)).number("found");
}

/** `structure: sample`: the same checks on one trajectory in 64, and one row of rank 1 in each. */
export async function requireSoundSample(
  connection: Connection,
  log: BoundLog,
  rows: Relation,
  depth: number,
): Promise<LogCounts> {
  const plan = structurePlan(log, rows, depth);
  const [table] = await collectWide(connection.engine, [ofOneRow(plan)], connection.options);
  const counts = Object.fromEntries(
    plan.columns.map(({ name }) => [name, table.numberOrZero(name)]),
  );
  if (counts.checkedTrajectories === 0) {
    const message = "log.structure: sample found no trajectory to look at; use structure: check.";
    throw new LogError(reason("emptySample", message));
  }
  const missing = counts.withoutFirstRank ?? 0;
  if (missing > 0) {
    const message = `log.structure: sample counts trajectories by their row of displayed rank 1, and ${missing} of ${counts.checkedTrajectories} trajectories looked at have none or several (column "${log.spec.rank}"); use structure: check.`;
    throw new LogError(reason("firstRankMissing", message, { trajectories: missing }));
  }
  const spanning = counts.severalDays ?? 0;
  if (spanning > 0) {
    const message = `log.structure: sample takes a row's day for its trajectory's, and ${spanning} of ${counts.checkedTrajectories} trajectories looked at hold several days (column "${log.spec.day}"); use structure: check, which counts them on their first day.`;
    throw new LogError(reason("trajectoriesSpanDays", message, { trajectories: spanning }));
  }
  return requireSoundStructure(connection, log, rows, counts);
}

/**
 * Refuses policies that put two items of one trajectory at one rank or give a list several weights; counts the
 * trajectories looked at.
 */
export async function requireDistinctTargets(
  { engine, options }: Connection,
  log: BoundLog,
  rows: Relation,
): Promise<LogCounts> {
  const plan = log.spec.trajectory === undefined ? undefined : targetsPlan(log, rows);
  if (plan === undefined) return {};
  const [table] = await collectWide(engine, [ofOneRow(plan)], options);
  const sampledTrajectories = table.numberOrZero("trajectories");
  const varying = log.policies.flatMap(({ name, listWeight }, i) => {
    const trajectories = listWeight === undefined ? 0 : table.numberOrZero(`varies_${i}`);
    if (trajectories === 0) return [];
    const message = `policies.${name}.listWeight (column "${listWeight}"): ${trajectories} of ${sampledTrajectories} trajectories looked at hold several weights; a list has one, in all rows of its trajectory. What to do: compute it of the whole list with listWeights(), and check log.trajectory.`;
    return [reason("listWeightVaries", message, { policy: name, trajectories })];
  });
  const problems: Reason[] = [];
  for (const [i, { name, rank, score }] of log.policies.entries()) {
    const isRanked = rank !== undefined || score !== undefined;
    const trajectories = isRanked ? table.numberOrZero(`found_${i}`) : 0;
    if (trajectories === 0) continue;
    const example = await collect(engine, twiceAtTargetPlan(log, i), options);
    const message = `policies.${name}.rank (column "${rank}"): ${trajectories} of ${sampledTrajectories} trajectories looked at hold two items at one target rank; ${describeTwice(log, example)}, for example. What to do: ranks of distinct items must differ (break ties by item before ranking), and an item stands once in a list.`;
    problems.push(reason("duplicateTargetRank", message, { policy: name, trajectories }));
  }
  const all = [...problems, ...varying];
  if (all.length > 0) throw new LogError(all);
  return { sampledTrajectories };
}
