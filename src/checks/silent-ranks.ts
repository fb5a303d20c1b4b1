import type { Facts } from "../errors.js";
import { ln } from "../numeric/elementary/ln.js";
import { pow } from "../numeric/elementary/pow.js";
import { showCount } from "../numeric/show-number.js";
import { sum } from "../numeric/sum.js";
import { nameOfBin } from "../tally/comparisons/rank-bins.js";
import type { Comparison } from "./comparison.js";
import { one } from "./figures.js";
import { totalOf } from "./grouped-sums.js";
import { type LogTables, logTotals, tableOf } from "./tables.js";

/** A displayed rank that lacks its rewards, and the nearest ranks above and below it that do not. */
interface SilentRank {
  readonly rank: number;
  readonly nearest: readonly number[];
}

export interface SilentRanks {
  readonly ranks: readonly SilentRank[];
  /** Their rows, and those with the reward. */
  readonly rows: number;
  readonly rewarded: number;
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
 * The displayed ranks where the comparison's reward never or hardly ever happens, though the ranks next to them predict
 * one or more. From the nearest other rank above, and from that below, the share of rewarded rows may halve at
 * each rank; the smaller prediction counts. Of K rewarded rows there and at the silent ranks, x are at the silent
 * ones, where a share π is expected: Chernoff's bound of the chance of so few, e^−K·KL(x/K, π), is (1 − π)^K for
 * none. There are no silent ranks where the product of these chances is not below .001 over the comparisons of the
 * study: any rank may be the last one with a reward, and the level is for all of them.
 */
export const silentRanks = (
  comparison: Pick<Comparison, "log" | "reward" | "comparisons">,
): SilentRanks =>
  silentAmong(
    logTotals(comparison.log).views.views,
    rewardByRank(comparison.log, comparison.reward, "rewarded"),
    0.001 / comparison.comparisons,
  );

/** The same of rows and rewarded rows by displayed rank (index 0: rank 1), at a level. */
export function silentAmong(
  rows: Float64Array,
  rewarded: Float64Array,
  level: number,
): SilentRanks {
  const runs = runsOf(isShort(rewarded, rows))
    .map((run) => predicted(run, rows, rewarded))
    .filter(({ expected }) => expected >= 1);
  const expected = sum(runs.map((run) => run.expected));
  const isSign = sum(runs.map((run) => run.logChance)) < ln(level);
  const ranks = isSign ? runs.flatMap((run) => run.ranks) : [];
  const total = (of: Float64Array): number => sum(ranks.map(({ rank }) => of[rank - 1] ?? 0));
  return { ranks, rows: total(rows), rewarded: total(rewarded), expected };
}

/** What the nearest other ranks predict of a run of silent ranks: the less of the two. */
function predicted(run: readonly SilentRank[], rows: Float64Array, rewarded: Float64Array) {
  const ranks = run.filter(({ rank }) => (rows[rank - 1] ?? 0) > 0);
  const found = sum(ranks.map(({ rank }) => rewarded[rank - 1] ?? 0));
  const sides = (run[0]?.nearest ?? []).map((by) => {
    const share = sum(ranks.map(({ rank }) => (rows[rank - 1] ?? 0) / pow(2, Math.abs(by - rank))));
    const [times, count] = [share / (rows[by - 1] ?? 1), rewarded[by - 1] ?? 0];
    return { expected: times * count, logChance: logChanceOf(found, count, times) };
  });
  const [least = { expected: 0, logChance: 0 }] = sides.sort((a, b) => a.expected - b.expected);
  return { ranks, ...least };
}

/** Of few found where `times` as many as `count` are expected; 0 where as many are found. */
function logChanceOf(found: number, count: number, times: number): number {
  const [all, expected] = [found + count, times / (1 + times)];
  if (found >= all * expected) return 0;
  const part = found === 0 ? 0 : found * ln(found / (all * expected));
  return -part - count * ln(count / (all * (1 - expected)));
}

/**
 * Whether each rank has no rewards, or hardly any: less than an eighth of what the nearest ranks with ten or more
 * predict, if the share of rewarded rows halves from rank to rank.
 */
function isShort(rewarded: Float64Array, rows: Float64Array): readonly boolean[] {
  const share = (at: number): number => (rewarded[at] ?? 0) / (rows[at] ?? 1);
  const sure = [...rewarded.keys()].filter((at) => (rewarded[at] ?? 0) >= 10);
  return Array.from(rewarded, (count, at) => {
    if (count === 0) return true;
    const nearest = [sure.findLast((by) => by < at), sure.find((by) => by > at)];
    const sides = nearest.flatMap((by) =>
      by === undefined ? [] : share(by) / pow(2, Math.abs(by - at)),
    );
    return sides.length > 0 && share(at) < Math.min(...sides) / 8;
  });
}

/** Where some ranks have their rewards: the runs of those that do not. */
function runsOf(short: readonly boolean[]): readonly (readonly SilentRank[])[] {
  const some = short.flatMap((isShort, at) => (isShort ? [] : [at + 1]));
  if (some.length === 0) return [];
  const ends = [0, ...some, short.length + 1];
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

/** What the log shows, in a sentence. */
export function silenceOf(silent: SilentRanks, reward: string): string {
  const { ranks, rows, rewarded, expected } = silent;
  const none = `${rewarded === 0 ? "None" : countOf(rewarded)} of the ${countOf(rows)} rows at ${namesOfRanks(silent)} ${rewarded > 1 ? "carry" : "carries"} ${one(reward)}`;
  return `${none}, where the ranks next to ${ranks.length === 1 ? "it" : "them"} predict ${countOf(expected)} or more, even if chances halve from rank to rank.`;
}

export const factsOfSilence = ({ ranks, rows, rewarded, expected }: SilentRanks): Facts => ({
  ranks: ranks.length,
  first: ranks[0]?.rank ?? null,
  last: ranks.at(-1)?.rank ?? null,
  rows,
  rewarded,
  expected: Math.floor(expected),
});

/** "1,204", whole rows. */
export const countOf = (value: number): string => showCount(Math.floor(value));

/** "rank 1", "ranks 2 to 9", "4 ranks from 3 to 20". */
export function namesOfRanks({ ranks }: SilentRanks): string {
  const [first, last] = [ranks[0]?.rank ?? 0, ranks.at(-1)?.rank ?? 0];
  if (first === last) return `rank ${nameOfBin(first)}`;
  const all = last - first + 1 === ranks.length;
  const names = `${nameOfBin(first)} to ${nameOfBin(last)}`;
  return all ? `ranks ${names}` : `${ranks.length} ranks from ${names}`;
}
