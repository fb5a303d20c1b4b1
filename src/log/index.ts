export { hasWholeUsers } from "./anonymous.js";
export {
  type BoundLog,
  type BoundPolicy,
  type BoundReward,
  bindLog,
  roleColumns,
  unfitColumn,
} from "./bind.js";
export {
  bindCandidates,
  candidateColumns,
  candidatesKnown,
  displayedCandidates,
  displayedRanks,
  offeredCandidates,
  ruledCandidates,
} from "./candidates/candidates.js";
export {
  candidatesPlan,
  clustersPlan,
  notListedPlan,
  rankedIn,
  slotsPlan,
} from "./candidates/check-candidates.js";
export { comparableKeys, itemsInBoth, trajectoriesInBoth } from "./candidates/comparable-keys.js";
export { canonical, isColumnOf, isWholeColumn, meaningOf, trajectoryKeys } from "./canonical.js";
export { type ChangedColumn, changedSource, readsTexts } from "./changed-source.js";
export { depthColumns } from "./depths.js";
export { excludedPlan, withoutInvalid } from "./exclude.js";
export { atFeed, isFeed, readsFeedOnly } from "./feeds.js";
export { canonicalNames, impressions } from "./impressions.js";
export { LOGGED } from "./log-spec.js";
export { readSummary } from "./read-summary.js";
export { type CanonicalColumn, columnOf } from "./role.js";
export { readUse, sourceText, studyKey, useOf } from "./role-use.js";
export { neededToFit } from "./roles/index.js";
export { examplePlan, type RowsOf, rowFault, ruleCountsPlan } from "./row-faults.js";
export { type RowRule, rowRules } from "./row-rules.js";
export type { Salt } from "./salt.js";
export { inverseRate, samplingWeights } from "./sampling-weight.js";
export {
  arrayAdvice,
  describeSource,
  type SourceSpec,
  sourceRef,
} from "./sources/index.js";
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
  isOfSampledTrajectory,
  sampled,
  severalFeedsPlan,
  structureChecks,
  structurePlan,
  suspects,
  targetsPlan,
  unmarked,
} from "./structure.js";
export {
  describeFault,
  describeTwice,
  itemsAtRankPlan,
  ofEvents,
  structureFaults,
  twiceAtTargetPlan,
} from "./structure-faults.js";
export { rangeOf, roleWarnings, type Summary, summaryOf } from "./summary.js";
export {
  beyondFlags,
  rangesAndSoundnessPlan,
  rangesPlan,
  soundnessPlan,
} from "./summary-plans.js";
export {
  readSplitUsers,
  readUsers,
  splitsOfUsers,
  userScopes,
  usersBySplitPlan,
  usersPlan,
} from "./users.js";
export { notViewedPlan, onlyViewed, viewsUnknown } from "./viewed-rows.js";
export { withAnonymous } from "./with-anonymous.js";
