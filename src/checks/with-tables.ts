import type { Comparison } from "./comparison.js";
import type { PolicyTables, RewardTables } from "./tables.js";

/** Tables that comparisons lack whose log does not have what they are made of, by name. */
const tables = {
  ofComparison: ["clusters", "later", "pair", "readers"],
  ofLog: ["byItem", "days", "exposures"],
  ofReward: ["itemSlope", "neighbours", "pairs", "same"],
  ofPolicy: ["byExposure", "days", "neighbours", "sizes"],
} as const;

export type ComparisonTable = (typeof tables)[keyof typeof tables][number];

/** A comparison without the tables of which these are none. */
export function withTables(comparison: Comparison, names: readonly ComparisonTable[]): Comparison {
  const narrowed = <Of extends object>(of: Of, optional: readonly ComparisonTable[]): Of =>
    Object.fromEntries(
      Object.entries(of).filter(
        ([name]) => !optional.some((each) => each === name) || names.some((each) => each === name),
      ),
    ) as Of;
  const ofPolicy = (policy: PolicyTables): PolicyTables => narrowed(policy, tables.ofPolicy);
  const rewards = Object.entries(comparison.log.rewards).map(
    ([name, table]): [string, RewardTables] => [name, narrowed(table, tables.ofReward)],
  );
  return {
    ...narrowed(comparison, tables.ofComparison),
    log: { ...narrowed(comparison.log, tables.ofLog), rewards: Object.fromEntries(rewards) },
    policy: ofPolicy(comparison.policy),
    ...(comparison.base && { base: ofPolicy(comparison.base) }),
  };
}
