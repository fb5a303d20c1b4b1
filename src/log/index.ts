export {
  type BoundLog,
  type BoundPolicy,
  type BoundReward,
  bindLog,
  roleColumns,
  unfitColumn,
} from "./bind.js";
export { canonical } from "./canonical.js";
export { depthColumns } from "./depths.js";
export { excludedPlan, withoutInvalid } from "./exclude.js";
export { impressions, keyIs } from "./impressions.js";
export {
  LOGGED,
  type SourceSpec,
} from "./log-spec.js";
export { readsFeedOnly } from "./reads-feed-only.js";
export { examplePlan, rowFault, ruleCountsPlan } from "./row-faults.js";
export { type RowRule, rowRules } from "./row-rules.js";
export { describeSource, sourceRef } from "./source.js";
export {
  byStratum,
  byText,
  countWhere,
  readStrata,
  type Stratum,
  strataKeys,
  strataPlan,
  strataRoles,
  stratumAt,
} from "./strata.js";
export {
  duplicateRanksPlan,
  duplicateTargetsPlan,
  sampled,
  structureChecks,
  structurePlan,
  unmarked,
} from "./structure.js";
export { differingExamplePlan, duplicateExamplePlan } from "./structure-examples.js";
export {
  rangesPlan,
  readSummary,
  type Summary,
  soundnessPlan,
  summaryOf,
} from "./summary.js";
export { readUsers, userScopes, usersPlan } from "./users.js";
