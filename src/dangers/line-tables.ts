import type { Line } from "./line.js";
import type { PolicyTables, RewardTables } from "./tables.js";

/** Tables that lines lack whose log does not have what they are made of, by name. */
const tables = {
  ofLine: ["clusters", "later", "pair", "readers"],
  ofLog: ["byItem", "days", "exposures"],
  ofReward: ["itemSlope", "neighbours", "pairs", "same"],
  ofPolicy: ["byExposure", "days", "neighbours", "sizes"],
} as const;

export type LineTable = (typeof tables)[keyof typeof tables][number];

/** A line without the tables of which these are none. */
export function withTables(line: Line, names: readonly LineTable[]): Line {
  const only = <Of extends object>(of: Of, own: readonly LineTable[]): Of =>
    Object.fromEntries(
      Object.entries(of).filter(
        ([name]) => !own.some((each) => each === name) || names.some((each) => each === name),
      ),
    ) as Of;
  const ofPolicy = (policy: PolicyTables): PolicyTables => only(policy, tables.ofPolicy);
  const rewards = Object.entries(line.log.rewards).map(([name, table]): [string, RewardTables] => [
    name,
    only(table, tables.ofReward),
  ]);
  return {
    ...only(line, tables.ofLine),
    log: { ...only(line.log, tables.ofLog), rewards: Object.fromEntries(rewards) },
    policy: ofPolicy(line.policy),
    ...(line.base && { base: ofPolicy(line.base) }),
  };
}
