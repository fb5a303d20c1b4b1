import {
  neighboursOfComparison,
  neighboursOfComparisons,
  rankKey,
  stepKey,
  targetKey,
} from "../tally/comparisons/comparison-shapes.js";
import { byKey, type ComparisonSource, deepest, dense, feedRows } from "./feed-rows.js";
import type { PolicyTables, RewardTables } from "./tables.js";

/** What a reward's rows earn by their neighbours, where the tally has it. */
export function neighboursIn(
  source: ComparisonSource,
  groups: ReadonlyMap<number, number>,
  reward: number,
): Pick<RewardTables, "neighbours"> {
  const found = feedRows(source, neighboursOfComparisons);
  if (found === undefined) return {};
  const neighbours = dense(found, groups, deepest(found, rankKey), byKey(found, rankKey), {
    ...{ after: `${reward} after`, before: `${reward} before`, expected: `${reward} expected` },
    rewardedAfter: `${reward} rewardedAfter`,
    rewardedBefore: `${reward} rewardedBefore`,
  });
  return { neighbours };
}

/** What a policy's rows earn by the neighbours that they have, and those that it gives them. */
export function neighboursOfPolicy(
  source: ComparisonSource,
  groups: ReadonlyMap<number, number>,
  target: string,
): Pick<PolicyTables, "neighbours"> {
  const found = feedRows(source, neighboursOfComparison(target));
  if (found === undefined) return {};
  const { keys } = found.table;
  const cells = new Map<string, number>();
  const at = new Map<number, number>();
  const [rank, placed, more]: [number[], number[], number[]] = [[], [], []];
  for (const row of found.rows) {
    const [r = 0, s = 0, step = 0] = ([rankKey, targetKey, stepKey] as const).map(
      (key) => keys[key]?.[row],
    );
    const name = `${r} ${s} ${step}`;
    const cell = cells.get(name) ?? rank.length;
    cells.set(name, cell);
    at.set(row, cell);
    [rank[cell], placed[cell], more[cell]] = [r, s, step - 1];
  }
  const rewards = source.rewards.map(({ name }, reward) => [
    name,
    dense(found, groups, rank.length, (row) => at.get(row) ?? -1, { sum: `${reward} sum` }),
  ]);
  const neighbours = {
    cells: { rank, target: placed, more },
    rewards: Object.fromEntries(rewards),
  };
  return { neighbours };
}
