import type { Shape, TableRef } from "../shape.js";

export const groupKey = "group";
export const targetKey = "target";
export const rankKey = "rank";
export const depthKey = "depth";
export const lengthKey = "list_length";
export const sizeKey = "size";
export const weightKey = "weight_bin";
export const baseWeightKey = "base_weight_bin";
export const alikeKey = "alike";
export const periodKey = "period";
export const exposureKey = "exposure_bin";
export const sessionsKey = "user_sessions";
export const readerKey = "reads_to_end";
export const itemKey = "item_bucket";
export const classKey = "reward_class";
export const stepKey = "neighbour_step";

/** The names of a reward's sums; `positive…` are of its positive part. */
export type RewardSum = "sum" | "squares" | "positiveSum" | "positiveSquares" | "fourth";
type SumOfRewarded = RewardSum | "rewarded" | "positiveRewarded";

export interface ComparisonPairs
  extends Shape<
    typeof rankKey | typeof targetKey,
    "rows" | "continuable" | "shown",
    SumOfRewarded
  > {}

export interface ComparisonDays
  extends Shape<typeof rankKey | typeof targetKey | typeof periodKey, never, "sum" | "squares"> {}

export interface ComparisonSizes
  extends Shape<
    typeof rankKey | typeof targetKey | typeof sizeKey,
    "rewarded" | "sum" | "squares" | "most" | "minusLeast"
  > {}

export interface ComparisonWeights
  extends Shape<
    typeof rankKey | typeof weightKey | typeof baseWeightKey | typeof alikeKey | typeof exposureKey,
    "rows" | "continuable" | "weight" | "baseWeight" | `${"views" | "baseViews"}${"Total" | "Per"}`,
    SumOfRewarded
  > {}

export interface ComparisonExposures
  extends Shape<typeof exposureKey, "rows" | "viewed" | "exposure"> {}

export interface ComparisonItemExposures
  extends Shape<
    typeof itemKey,
    "rows" | "viewed" | "exposure" | "lists" | "hash" | "hashSquares"
  > {}

export interface ComparisonDepths
  extends Shape<
    typeof depthKey | typeof periodKey,
    "trajectories" | "atEnd" | "cut" | "stops",
    never,
    "down" | "downAmongStops"
  > {}

export interface ComparisonLists extends Shape<typeof lengthKey, "trajectories"> {}

export interface ComparisonRewards
  extends Shape<
    typeof rankKey | typeof depthKey,
    never,
    "rewarded" | "pairs" | "sum" | "positiveSum"
  > {}

export interface ComparisonUsers
  extends Shape<typeof sessionsKey | typeof readerKey, "users" | "sessions" | "ended"> {}

export interface ComparisonSessions
  extends Shape<
    never,
    "sessions" | "pairs" | "apart",
    never,
    "reward" | "squares" | "after" | "before"
  > {}

export interface ComparisonSameRewards
  extends Shape<typeof classKey, "trajectories" | "none" | "all" | "some"> {}

export interface ComparisonItems
  extends Shape<typeof rankKey | typeof targetKey, "rows" | "unknown", "positive" | "negative"> {}

export interface ComparisonNeighbours
  extends Shape<
    typeof rankKey,
    never,
    "after" | "before" | "expected" | "rewardedAfter" | "rewardedBefore"
  > {}

export interface ComparisonPolicyNeighbours
  extends Shape<typeof rankKey | typeof targetKey | typeof stepKey, never, "sum"> {}

export interface ComparisonItemSlopes extends Shape<never, never, "turn" | "spread"> {}

/** The tables of a verdict's lines in a tally, by policy where they are one's own. */
export const pairsOfComparison = (target: string): TableRef<ComparisonPairs> => ({
  name: `line pairs ${target}`,
});
export const daysOfComparison = (target: string): TableRef<ComparisonDays> => ({
  name: `line days ${target}`,
});
export const sizesOfComparison = (target: string, reward: number): TableRef<ComparisonSizes> => ({
  name: `line sizes ${target} ${reward}`,
});
export const weightsOfComparison = ({
  candidate,
  baseline,
  by,
}: {
  readonly candidate: string;
  readonly baseline: string;
  readonly by: "exposure" | "rank";
}): TableRef<ComparisonWeights> => ({
  name: `${weightsTable}${by} ${JSON.stringify([candidate, baseline])}`,
});
const weightsTable = "line weights by ";

/** Whether a table is of a candidate and the baseline of its study, which may be another one in another tally. */
export const isOfBaseline = (name: string): boolean => name.startsWith(weightsTable);
export const exposuresOfComparisons: TableRef<ComparisonExposures> = { name: "line exposures" };
export const exposuresOfItems: TableRef<ComparisonItemExposures> = {
  name: "line exposures of items",
};
export const depthsOfComparisons: TableRef<ComparisonDepths> = { name: "line depths" };
export const listsOfComparisons: TableRef<ComparisonLists> = { name: "line lists" };
export const rewardsOfComparisons: TableRef<ComparisonRewards> = { name: "line rewards by depth" };
export const usersOfComparisons: TableRef<ComparisonUsers> = { name: "line users by ends" };
/** The table of that name of users alone who view nearly every list to its end, from 2^size sessions on. */
export const ofReaders = (size: number, name: string): string => `${readersTable}${size} ${name}`;
const readersTable = "line readers ";
/** Pairs of sessions do not add up: a sum of tallies goes without them. */
export const laterSessionsOfComparisons: TableRef<ComparisonSessions> = {
  name: "line later sessions",
};
export const sameRewardsOf = (reward: number): TableRef<ComparisonSameRewards> => ({
  name: `${sameRewardsTable}${reward}`,
});
const sameRewardsTable = "line same rewards ";
export const itemsOfComparison = (target: string): TableRef<ComparisonItems> => ({
  name: `${itemsTable}${target}`,
});
export const listedItemsOfComparison = (target: string): TableRef<ComparisonItems> =>
  itemsOfComparison(`listed ${target}`);
export const slopesOfItems: TableRef<ComparisonItemSlopes> = { name: "line items by rank" };
const itemsTable = "line items ";

export const neighboursOfComparisons: TableRef<ComparisonNeighbours> = { name: "line neighbours" };
export const neighboursOfComparison = (target: string): TableRef<ComparisonPolicyNeighbours> => ({
  name: `${neighboursTable}${target}`,
});
const neighboursTable = "line neighbours ";

/** What the first saved tallies hold. The list is closed: every other table came later. */
const firstTables: readonly TableRef[] = [
  exposuresOfComparisons,
  depthsOfComparisons,
  listsOfComparisons,
  rewardsOfComparisons,
  laterSessionsOfComparisons,
];
const firstFamilies = ["line pairs ", "line days ", "line sizes ", weightsTable];

/** Whether a table may be missing from other tallies: what reads it then says that it could not look. */
export const isOfLaterVersion = (name: string): boolean =>
  name.startsWith("line ") &&
  !firstTables.some((table) => table.name === name) &&
  !firstFamilies.some((start) => name.startsWith(start));
