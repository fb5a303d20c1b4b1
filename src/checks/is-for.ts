import type { Check, Need } from "./check.js";
import type { Comparison } from "./comparison.js";

/** Whether a comparison has what a check needs. */
export const isFor = ({ needs = [] }: Pick<Check, "needs">, comparison: Comparison): boolean =>
  needs.every((need) => has[need](comparison));

const isByWeight = ({ policy, base }: Comparison): boolean =>
  [policy, base].some((policyTables) => policyTables?.cells.weight !== undefined);

const has: Readonly<Record<Need, (comparison: Comparison) => boolean>> = {
  views: ({ rows }) => rows !== "offered",
  targetRanks: (comparison) => !isByWeight(comparison),
  weights: isByWeight,
  targetRanksOrTrust: (comparison) => comparison.trust !== undefined || !isByWeight(comparison),
  clusters: (comparison) =>
    !isByWeight(comparison) && comparison.log.rewards[comparison.reward]?.neighbours !== undefined,
};
