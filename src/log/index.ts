export { type BoundLog, type BoundPolicy, type BoundReward, bindLog, unfitColumn } from "./bind.js";
export { canonical } from "./canonical.js";
export { excludedPlan, withoutInvalid } from "./exclude.js";
export { impressions, keyIs } from "./impressions.js";
export {
  LOGGED,
  type LogSpec,
  type OnlineSpec,
  type PolicySpec,
  type RewardSpec,
  type SourceSpec,
} from "./log-spec.js";
export { examplePlan, rowFault, ruleCountsPlan } from "./row-faults.js";
export { type RowRule, rowRules } from "./row-rules.js";
export { describeSource, sourceRef } from "./source.js";
export {
  brokenRow,
  byStratum,
  byText,
  countWhere,
  readStrata,
  type Stratum,
  strataColumns,
  strataKeys,
  strataPlan,
  strataRoles,
  stratumAt,
} from "./strata.js";
export {
  duplicateRanksPlan,
  duplicateTargetsPlan,
  type StructureChecks,
  sampled,
  structureChecks,
  structurePlan,
} from "./structure.js";
export { differingExamplePlan, duplicateExamplePlan } from "./structure-examples.js";
export {
  type ColumnSummary,
  rangesPlan,
  readSummary,
  type Summary,
  soundnessPlan,
  summaryOf,
} from "./summary.js";
export { readUsers, type UserScope, userScopes, usersPlan } from "./users.js";
