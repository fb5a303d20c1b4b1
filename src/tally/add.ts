import { reason, StudyError } from "../errors.js";
import { foldTally, regroup } from "./fold.js";
import type { Buckets, Tally } from "./tally.js";

/**
 * The tally of both logs: days and shards add. Columns must have the same fingerprints; the finer
 * buckets fold into the coarser (two exact tallies into 1,024, since neither keeps its users' keys).
 * How many users the two share is not known, so `clusters` becomes null.
 */
export function addTallies(a: Tally, b: Tally): Tally {
  requireSameColumns(a, b);
  const buckets = commonBuckets(a.buckets, b.buckets);
  const [left, right] = [foldTally(a, buckets), foldTally(b, buckets)];
  const tables = Object.keys(left.tables).map((name) => {
    const both = [left.tables[name], right.tables[name]].filter((table) => table !== undefined);
    return [name, regroup(both)];
  });
  return { ...left, clusters: null, tables: Object.fromEntries(tables) };
}

const commonBuckets = (a: Buckets, b: Buckets): number =>
  Math.min(a.kind === "hashed" ? a.count : 1024, b.kind === "hashed" ? b.count : 1024);

function requireSameColumns(a: Tally, b: Tally): void {
  for (const name of new Set([...Object.keys(a.tables), ...Object.keys(b.tables)])) {
    const [left, right] = [a, b].map(({ tables }) =>
      Object.keys(tables[name]?.columns ?? {})
        .sort()
        .join(),
    );
    if (left === right) continue;
    throw new StudyError(
      reason(
        "tallyMismatch",
        "These tallies add up different things and cannot be added: take both with the same policies, rewards, curves and estimators.",
        { table: name },
      ),
    );
  }
}
