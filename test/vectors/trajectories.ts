import type { Result } from "../../src/index.js";
import {
  ask,
  type EstimateKey,
  estimateOf,
  type LogRow,
  type VectorStudy,
  valueOrNull,
} from "./ask.js";

/** A trajectory as the vectors write it. */
export interface VectorTrajectory {
  readonly id?: string;
  readonly user?: string;
  readonly items: readonly {
    readonly rank: number;
    readonly reward: number;
    readonly targetRank: number;
  }[];
}

/** The roles of `rowsOf`, with the curve as a table. */
export const logOf = (p: readonly number[]): Readonly<Record<string, unknown>> => ({
  trajectory: "trajectory",
  rank: "rank",
  rewards: { reward: "reward", view: "view" },
  exposure: { curve: { table: p } },
});

/** The policy whose ranks the vectors give. */
export const target = { target: { rank: "target" } };

/** One row an impression; `view` is 1 in each, so that its sum counts or adds up weights. */
export function rowsOf(log: readonly VectorTrajectory[]): readonly LogRow[] {
  return log.flatMap(({ id, user, items }, i) =>
    items.map(({ rank, reward, targetRank }) => ({
      trajectory: id ?? `t${i}`,
      user: user ?? `u${i}`,
      rank,
      displayed: rank,
      reward,
      view: 1,
      target: targetRank,
    })),
  );
}

/**
 * Every trajectory by itself: two copies of each make a feed of their own, whose mean is the
 * trajectory's value. Read with `values`.
 */
export async function apart(rows: readonly LogRow[], asked: VectorStudy): Promise<Apart> {
  const feeds = [...new Set(rows.map(({ trajectory }) => String(trajectory)))];
  const twice = ["first", "second"].flatMap((copy) =>
    rows.map((row) => ({
      ...row,
      feed: String(row.trajectory),
      trajectory: `${row.trajectory} ${copy}`,
    })),
  );
  const result = await ask(twice, { ...asked, log: { ...asked.log, feed: "feed" } });
  return { result, feeds };
}

/** A result with one feed a trajectory, the feeds in the order of the log. */
export interface Apart {
  readonly result: Result;
  readonly feeds: readonly string[];
}

/** The value of each trajectory, in the order of the log. */
export const values = ({ result, feeds }: Apart, wanted: EstimateKey): readonly number[] =>
  feeds.map((feed) => estimateOf(result, { ...wanted, feed }).value);

/** As `values`, null where there is nothing to divide by. */
export const valuesOrNull = (
  { result, feeds }: Apart,
  wanted: EstimateKey,
): readonly (number | null)[] => feeds.map((feed) => valueOrNull(result, { ...wanted, feed }));

/** The variance, divided by n, that a standard error of independent trajectories holds. */
export const varianceOf = ({ se, n }: { readonly se: number; readonly n: number }): number =>
  se * se * (n - 1);
