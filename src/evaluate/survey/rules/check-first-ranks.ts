import { LogError, reason } from "../../../errors.js";
import type { BoundLog } from "../../../log/bind.js";
import { type SummedCells, trajectoriesColumn } from "../../../tally/take.js";

/**
 * Where trajectories are counted by their rows of displayed rank 1, the sums themselves may show that
 * not all have one: a day, feed or logger with rows and no trajectory, or more users than trajectories.
 */
export function requireFirstRanks(log: BoundLog, { table, buckets }: SummedCells): void {
  const counts = table.columns[trajectoriesColumn]?.hi ?? new Float64Array();
  const perStratum = table.strata.map(() => 0);
  table.stratum.forEach((stratum, row) => {
    perStratum[stratum] = (perStratum[stratum] ?? 0) + (counts[row] ?? 0);
  });
  const firstRanks = perStratum.reduce((a, b) => a + b, 0);
  const empty = table.strata[perStratum.indexOf(0)];
  const users = buckets.kind === "exact" ? buckets.hashes.length : 0;
  if (empty === undefined && users <= firstRanks) return;
  const sign =
    empty === undefined
      ? `${users} users or trajectories stand against ${firstRanks} rows of rank 1`
      : `a part of the log (${Object.values(empty).filter(Boolean).join(", ")}) holds rows and none of rank 1`;
  const message = `log.structure: ${log.spec.structure} counts trajectories by their row of displayed rank 1 (column "${log.spec.rank}"), and ${sign}; use structure: check.`;
  throw new LogError(reason("firstRankMissing", message, { users, firstRanks }));
}
