import { totalOf } from "../grouped-sums.js";
import type { Line } from "../line.js";
import { sum, tableOf } from "../reading.js";
import { type LogTables, logTotals } from "../tables.js";

/** A displayed rank without any reward, and the nearest ranks with rewards above and below it. */
interface SilentRank {
  readonly rank: number;
  readonly nearest: readonly number[];
}

export interface SilentRanks {
  readonly ranks: readonly SilentRank[];
  /** Their rows. */
  readonly rows: number;
  /** Rewarded rows that the ranks next to them predict at least. */
  readonly expected: number;
}

/** A reward by displayed rank, of all groups or without one: rewarded rows, or their sum. */
export function rewardByRank(
  log: LogTables,
  reward: string,
  column: "rewarded" | "sum",
  without?: number,
): Float64Array {
  const values = totalOf(tableOf(log.rewards, reward).byDepth, without)[column];
  const byRank = new Float64Array(log.ranks);
  values.forEach((value, cell) => {
    const at = cell % log.ranks;
    byRank[at] = (byRank[at] ?? 0) + value;
  });
  return byRank;
}

/**
 * The displayed ranks where the line's reward never happens, though the ranks next to them predict one or more.
 * From the nearest rewarded rank above, and from that below, the share of rewarded rows may halve at each rank;
 * the smaller prediction counts. There are none where the chance that all rewards fall on the other ranks,
 * Π (1 + Σ N_r/2^|r − q| / N_q)^−C_q over these ranks q, is not below .001 over the lines of the study: any rank
 * may be the last one with a reward, and the level is for all of them.
 */
export function silentRanks(line: Pick<Line, "log" | "reward" | "lines">): SilentRanks {
  const rows = logTotals(line.log).views.views;
  const rewarded = rewardByRank(line.log, line.reward, "rewarded");
  const runs = runsWithoutAny(rewarded)
    .map((run) => predicted(run, rows, rewarded))
    .filter(({ expected }) => expected >= 1);
  const expected = sum(runs.map((run) => run.expected));
  const isSign = sum(runs.map((run) => run.logChance)) < Math.log(0.001 / line.lines);
  const ranks = isSign ? runs.flatMap((run) => run.ranks) : [];
  return { ranks, rows: sum(ranks.map(({ rank }) => rows[rank - 1] ?? 0)), expected };
}

/** What the nearest ranks with rewards predict of a run of ranks without: the less of the two. */
function predicted(run: readonly SilentRank[], rows: Float64Array, rewarded: Float64Array) {
  const ranks = run.filter(({ rank }) => (rows[rank - 1] ?? 0) > 0);
  const sides = (run[0]?.nearest ?? []).map((by) => {
    const share = sum(ranks.map(({ rank }) => (rows[rank - 1] ?? 0) / 2 ** Math.abs(by - rank)));
    const [times, count] = [share / (rows[by - 1] ?? 1), rewarded[by - 1] ?? 0];
    return { expected: times * count, logChance: -count * Math.log1p(times) };
  });
  const [least = { expected: 0, logChance: 0 }] = sides.sort((a, b) => a.expected - b.expected);
  return { ranks, ...least };
}

/** Where some ranks have rewards: the runs of those without. */
function runsWithoutAny(rewarded: Float64Array): readonly (readonly SilentRank[])[] {
  const some = Array.from(rewarded.keys(), (at) => at + 1).filter(
    (rank) => (rewarded[rank - 1] ?? 0) > 0,
  );
  if (some.length === 0) return [];
  const ends = [0, ...some, rewarded.length + 1];
  return ends.slice(1).flatMap((below, at) => {
    const above = ends[at] ?? 0;
    const nearest = [above, below].filter((rank) => some.includes(rank));
    const run = Array.from({ length: below - above - 1 }, (_, of) => ({
      rank: above + 1 + of,
      nearest,
    }));
    return run.length > 0 ? [run] : [];
  });
}
