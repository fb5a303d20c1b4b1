import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { weightAt } from "../pairs-of-ranks.js";
import { logTotals, type PolicyTables } from "../tables.js";

/** A displayed rank of which some rows have no target rank, and nearly all others do. */
export interface PartlyRanked {
  readonly rank: number;
  readonly share: number;
}

/** The share of the rows of such a rank without a target rank, at least; how many times that of all others; its rows. */
const [least, times, fewestRows] = [0.05, 10, 100];

/** The displayed ranks where an item stands in some lists that a policy does not rank. */
export function partlyRanked({ log }: Comparison, policy: PolicyTables): readonly PartlyRanked[] {
  if (policy.shown !== undefined) return [];
  const { cells } = policy;
  const rows = totalOf(policy.rows).rows;
  const [unranked, counted] = [new Float64Array(log.ranks), new Float64Array(log.ranks)];
  for (let cell = 0; cell < rows.length; cell++) {
    const at = (cells.rank[cell] ?? 0) - 1;
    counted[at] = (counted[at] ?? 0) + (rows[cell] ?? 0);
    if (cells.target[cell] === 0) unranked[at] = (unranked[at] ?? 0) + (rows[cell] ?? 0);
  }
  const known = (rank: number): boolean => (counted[rank - 1] ?? 0) >= fewestRows;
  const shares = Array.from(counted, (count, at) => ({
    rank: at + 1,
    share: known(at + 1) ? (unranked[at] ?? 0) / count : 0,
  }));
  const deepest = shares.findLast(({ rank, share }) => share < least && known(rank))?.rank ?? 0;
  const found = shares.filter(({ rank, share }) => share >= least && rank < deepest);
  const places = new Set(found.map(({ rank }) => rank));
  const others = (of: Float64Array): number =>
    of.reduce((sum, count, at) => (places.has(at + 1) ? sum : sum + count), 0);
  const elsewhere = others(unranked) / others(counted);
  return found.filter(({ share }) => share > times * elsewhere);
}

/**
 * The policy whose unranked items stay at these ranks. In the lists that have one, ranks from there on are one further
 * down, unless the policy leaves the slot free; whether a list has one is taken for independent of the ranks of its
 * other items: w = (p_s (1 − π) + p_{s+1} π)/p_r.
 */
export function stayingInSome(
  comparison: Comparison,
  policy: PolicyTables,
  found: readonly PartlyRanked[],
): PolicyTables {
  const { cells } = policy;
  const { curve } = comparison;
  const uncounted = found.filter((each) => !leavesFree(comparison, policy, each));
  const weight = Array.from(cells.target, (target, cell) => {
    const rank = cells.rank[cell] ?? 0;
    if (target === 0) return found.some((each) => each.rank === rank) ? 1 : 0;
    const [own, next] = [curve[target - 1] ?? 0, curve[target] ?? 0];
    const down = own > 0 ? next / own : 1;
    return uncounted
      .filter((each) => each.rank <= target && each.rank !== rank)
      .reduce((w, { share }) => w * (1 - share + share * down), weightAt(curve, rank, target));
  });
  return { ...policy, cells: { ...cells, weight } };
}

/** Whether a policy leaves the slot free in about as many lists as have the item: then its ranks count it. */
function leavesFree(
  { log, curve }: Comparison,
  policy: PolicyTables,
  { rank, share }: PartlyRanked,
): boolean {
  const { cells } = policy;
  const rows = totalOf(policy.rows).rows;
  const filled = rows.reduce(
    (sum, count, cell) =>
      cells.target[cell] === rank
        ? sum + count * weightAt(curve, cells.rank[cell] ?? 0, rank)
        : sum,
    0,
  );
  return filled < (1 - share / 2) * (logTotals(log).views.views[rank - 1] ?? 0);
}
