import { InternalError } from "../errors.js";
import { type GroupedSums, type Sums, totalOf } from "./grouped-sums.js";
import { once } from "./once.js";
import type { RankCells } from "./pairs-of-ranks.js";

/** A reward's sums in a cell; `positive…` are those of its positive part. */
export type RewardColumn =
  | "rewarded"
  | "sum"
  | "squares"
  | "positiveRewarded"
  | "positiveSum"
  | "positiveSquares";

/**
 * What the checks of a verdict read of one feed: tables that add, for each of some 32 groups of whole
 * users. Ranks and depths are 1-based, arrays 0-based; beyond 512 they are bins of several ranks
 * (src/tally/comparisons/rank-bins.ts).
 */
export interface LogTables {
  /** Trajectories of each group. */
  readonly trajectories: Float64Array;
  readonly ranks: number;
  /** By displayed rank: rows, and rows whose list goes on beyond the rank. */
  readonly views: GroupedSums<"views" | "continuable">;
  /** Whether list lengths are known. */
  readonly listsKnown: boolean;
  /** By depth: trajectories, those at their list's end, those flagged as cut. */
  readonly depths: GroupedSums<"trajectories" | "atEnd" | "cut">;
  /** The same by each depth to the deepest, to 16,384, where one is beyond 512. */
  readonly deepDepths?: GroupedSums<"trajectories" | "atEnd">;
  /** By length of the list, the last for all longer ones: trajectories; where lists have lengths and cuts are flagged. */
  readonly lists?: GroupedSums<"trajectories">;
  /** By reward. */
  readonly rewards: Readonly<Record<string, RewardTables>>;
  /** By bin of the logged exposure: offered rows, the sum of their exposures, those viewed; where the log says which. */
  readonly exposures?: ViewsByExposure;
  /**
   * The same by bucket of items, where the log names them: `value` is the sum of the exposures of offered rows, in a log of
   * views alone Σ 1/ε0. `hash` and `hashSquares` are of a second hash of the rows' items, which differs within a bucket of several.
   */
  readonly byItem?: GroupedSums<"rows" | "viewed" | "value" | "hash" | "hashSquares">;
  /** Where the log names days. */
  readonly days?: DepthsByDay;
}

export type ViewsByExposure = GroupedSums<"rows" | "exposure" | "viewed">;

/** Trajectories by part of the log's days and depth, at part·ranks + depth − 1. */
export interface DepthsByDay {
  /** Names of the parts: the first day of each, 20261103. */
  readonly parts: readonly number[];
  readonly depths: GroupedSums<"trajectories" | "atEnd">;
}

/**
 * Sessions of users, what they earn, their pairs, and those of them in two parts of the days; Σ over the latter of what
 * the later one earns times the excess of the candidate's weights in the earlier one, and of that excess; and the other
 * way round. One cell.
 */
export type LaterSessions = GroupedSums<
  | ("sessions" | "pairs" | "apart" | "reward" | "squares")
  | ("after" | "before" | "earnedAfter" | "earnedBefore")
>;

export interface RewardTables {
  /** At (depth − 1)·ranks + rank − 1. */
  readonly byDepth: GroupedSums<"sum" | "positiveSum" | "rewarded">;
  /** Pairs of rows of one trajectory that both have the reward, in one cell; absent where the tally does not count them. */
  readonly pairs?: GroupedSums<"pairs">;
  readonly least: number;
  readonly most: number;
  /** Σc⁴ over all rows. */
  readonly fourth: number;
  /** Where the tally has it. */
  readonly same?: SameRewards;
  /** Of viewed rows x ranks below their item's mean rank, whose item earns g a view: Σ x·(c − g) and Σ x²·g. */
  readonly itemSlope?: GroupedSums<"turn" | "spread">;
  readonly neighbours?: NeighbourSums;
}

/**
 * Of rows between two others, of which one alone is of their own cluster: what they earn beyond the mean of their cluster and
 * rank, that above or that below being the one, and what either would earn by the mean; by displayed rank. `rewarded…` are counts.
 */
export type NeighbourSums = GroupedSums<
  "after" | "before" | "expected" | "rewardedAfter" | "rewardedBefore"
>;

/**
 * By reward, a policy's rows whose neighbour above is known: by the deeper displayed rank of the two, by target rank, and by
 * how many more neighbours of their own cluster they have above them than in the log: −1, 0 or 1.
 */
export interface RewardsByNeighbours {
  readonly cells: RankCells & { readonly more: ArrayLike<number> };
  readonly rewards: Readonly<Record<string, GroupedSums<"sum">>>;
}

/** Trajectories of several rows, all of them or those of a sample. */
export interface SameRewards {
  readonly trajectories: number;
  /** With a reward in a row. */
  readonly rewarded: number;
  /** Of these, with one and the same reward in all rows. */
  readonly all: number;
  /** Of these, with a reward in half the rows or more, at least two, and the same in these. */
  readonly some: number;
  /** Pairs of trajectories of one day without rewards or with one in all rows, and those of them of one class of values. */
  readonly pairsOfAll: number;
  readonly alikeOfAll: number;
  /** Pairs of those with one in half the rows or more, and those of them of one class of values. */
  readonly pairsOfSome: number;
  readonly alikeOfSome: number;
}

/** Rows and rewards by cell. */
export interface CellSums {
  readonly rows: GroupedSums<"rows">;
  readonly rewards: Readonly<Record<string, GroupedSums<RewardColumn>>>;
  /** By reward: its rewarded rows by how large it is. */
  readonly sizes?: Readonly<Record<string, RewardSizes>>;
  /** By reward: its sums by part of the log's days. */
  readonly days?: Readonly<Record<string, RewardsByDay>>;
}

/** Rows by displayed rank and the weights of a candidate and its baseline. */
export interface PairTables extends CellSums {
  readonly rank: ArrayLike<number>;
  /** The mean weight of each cell under the candidate, and under the baseline. */
  readonly weight: ArrayLike<number>;
  readonly baseWeight: ArrayLike<number>;
  /** Whether both weights are the same in every row of a cell. */
  readonly alike: ArrayLike<boolean>;
  /** The views that the study declares of the candidate, and of the baseline. */
  readonly views?: DeclaredViews;
  readonly baseViews?: DeclaredViews;
  /** By bin of the logged exposure, where the log's tables have these bins. */
  readonly byExposure?: SumsByExposure;
  readonly baseByExposure?: SumsByExposure;
}

/** Σw and, by reward, Σc·w of a policy's views by bin of their logged exposure. */
export interface SumsByExposure {
  readonly weight: GroupedSums<"sum">;
  readonly rewards: Readonly<Record<string, GroupedSums<"sum">>>;
}

/** Views a trajectory are Σ total over Σ per; one cell. */
export type DeclaredViews = GroupedSums<"total" | "per">;

/** A policy's tables: by displayed and target rank, or by displayed rank and weight. */
export interface PolicyTables extends CellSums {
  readonly cells: RankCells;
  /** By displayed rank: rows that the target moves down or drops, among the last ones and the others. */
  readonly moved: GroupedSums<"stops" | "goOn" | "downAmongStops" | "downAmongGoOn">;
  /** By displayed rank: rows at slots that the policy shows, where the study says how many it does. */
  readonly shown?: GroupedSums<"views">;
  /** The views that the study declares of a policy by exposure. */
  readonly views?: DeclaredViews;
  readonly byExposure?: SumsByExposure;
  /** What the log knows of the policy's items, where it names items and a table holds the candidates. */
  readonly items?: ItemTables;
  /** Where the log names clusters of items. */
  readonly neighbours?: RewardsByNeighbours;
}

/** What items earn elsewhere: the predicted rewards of rows of items that the log knows, as parts of 0 or more. */
export type PredictedSums = GroupedSums<"positive" | "negative">;

/** A policy's candidates and their views by what the log knows of their items; those of a sample stand for all. */
export interface ItemTables {
  /** By target slot, of all candidates: those of items not known, and what the others are predicted to earn. */
  readonly listed: ItemSums;
  /** The same of viewed rows, by the policy's cells. */
  readonly viewed: ItemSums;
}

export interface ItemSums {
  readonly counts: GroupedSums<"rows" | "unknown">;
  readonly predicted: Readonly<Record<string, PredictedSums>>;
}

/** Rewarded rows of all users by displayed and target rank, and by how large the reward is: parallel lists. */
export interface RewardSizes {
  readonly cells: RankCells;
  /** A class of sizes, larger ones later; negative rewards have classes of their own. */
  readonly size: ArrayLike<number>;
  readonly isLoss: readonly boolean[];
  readonly rewarded: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
  /** The smallest and the largest |c|. */
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Rewards of all users by displayed and target rank and part of the days: parallel lists. */
export interface RewardsByDay {
  readonly cells: RankCells;
  readonly part: ArrayLike<number>;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
}

/** The tables of a log without one group, or whole. */
export interface LogTotals {
  readonly n: number;
  readonly views: Sums<"views" | "continuable">;
  readonly depths: Sums<"trajectories" | "atEnd" | "cut">;
}

/** Σ k·D_k: how many rows the trajectories have where they have one at every rank. */
export function rowsByDepth({ deepDepths, depths }: LogTables, without?: number): number {
  const { trajectories } = totalOf<"trajectories">(deepDepths ?? depths, without);
  return trajectories.reduce((total, count, at) => total + count * (at + 1), 0);
}

/** Views by slot under a policy, by the law of depth of the log: those of the log, at slots that it shows. */
export const slotViews = (
  log: LogTables,
  { shown }: Pick<PolicyTables, "shown">,
  without?: number,
): Float64Array => totalOf<"views">(shown ?? log.views, without).views;

export const logTotals: (log: LogTables, without?: number) => LogTotals = once((log, without) => {
  const n = log.trajectories.reduce((sum, m, group) => (group === without ? sum : sum + m), 0);
  return { n, views: totalOf(log.views, without), depths: totalOf(log.depths, without) };
});

/** A table by the name of its reward. */
export function tableOf<T>(tables: Readonly<Record<string, T>>, reward: string): T {
  const table = tables[reward];
  if (table === undefined) throw new InternalError(`Expected a table of the reward "${reward}".`);
  return table;
}
