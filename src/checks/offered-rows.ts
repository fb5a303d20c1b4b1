import { sum } from "../numeric/sum.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { type GroupedSums, totalOf } from "./grouped-sums.js";
import { type LogTables, logTotals, type PolicyTables } from "./tables.js";

/** Share of the trajectories that must have one depth, or reach their list's end. */
export const nearlyAll = 0.99;
const shallow = 3;

/** The depth that most trajectories have, their share, and the share that ends with its list. */
export function likeDepths(log: LogTables): {
  readonly depth: number;
  readonly sameDepth: number;
  readonly atEnd: number;
} {
  const { n, depths } = logTotals(log);
  const { trajectories } = totalOf<"trajectories">(log.deepDepths ?? log.depths);
  const most = trajectories.reduce(
    (found, count, at) => (count > (trajectories[found] ?? 0) ? at : found),
    0,
  );
  const sameDepth = (trajectories[most] ?? 0) / n;
  return { depth: most + 1, sameDepth, atEnd: sum(depths.atEnd) / n };
}

/** Whether depths say that the log holds all displayed rows, viewed or not. */
export function holdsAllRows(log: LogTables): boolean {
  const { depth, sameDepth, atEnd } = likeDepths(log);
  return (depth >= shallow && sameDepth >= nearlyAll) || atEnd >= nearlyAll;
}

/** Whether hardly any trajectory ends above rank 3: lists are logged whole, or their first items show at once. */
export function hardlyStopsAtFirst(log: LogTables): boolean {
  const { n, depths } = logTotals(log);
  return sum(depths.trajectories.slice(0, shallow - 1)) <= (1 - nearlyAll) * n;
}

/** Whether the deciding estimator divides by views, so that it needs to know them. */
export const countsViews = ({ worth }: Pick<ComparisonTables, "worth">): boolean => {
  const added = { views: 0, reward: 0 };
  const [one, other] = [
    worth({ reward: 1, weight: 1, views: 1 }, added),
    worth({ reward: 1, weight: 2, views: 3 }, added),
  ];
  return one !== other;
};

/**
 * A comparison whose rows were offered, as the study's curve says that they were viewed: a row at rank r counts as
 * p_r views. Rewards take a view, so that they stay as they are. The curve itself is untested then.
 */
export function asViewed<L extends ComparisonTables>(comparison: L): L {
  const { log, policy, base, curve } = comparison;
  const p = (rank: number): number => curve[rank - 1] ?? 0;
  const byRank = <Name extends string>(table: GroupedSums<Name>): GroupedSums<Name> =>
    weighted(table, (cell) => p(cell + 1));
  const placed = (of: PolicyTables): PolicyTables => ({
    ...of,
    rows: weighted(of.rows, (cell) => p(of.cells.rank[cell] ?? 0)),
    ...(of.shown === undefined ? {} : { shown: byRank(of.shown) }),
  });
  return {
    ...comparison,
    rows: "offered",
    log: { ...log, views: byRank(log.views) },
    policy: placed(policy),
    ...(base === undefined ? {} : { base: placed(base) }),
  };
}

function weighted<Name extends string>(
  { cells, groups }: GroupedSums<Name>,
  weight: (cell: number) => number,
): GroupedSums<Name> {
  return {
    cells,
    groups: groups.map((columns) => {
      const scaled = Object.entries<Float64Array>(columns).map(([name, values]) => [
        name,
        values.map((value, cell) => value * weight(cell)),
      ]);
      return Object.fromEntries(scaled) as Record<Name, Float64Array>;
    }),
  };
}
