export {
  type BoundJoin,
  type BoundKey,
  bindJoins,
  joinedColumns,
  ownColumns,
  type WantedJoin,
  wantedJoins,
} from "./bind-join.js";
export {
  joinedRows,
  nonFinitePlan,
  repeatedKeyPlan,
  repeatedKeysPlan,
  unlistedPlan,
  unmatchedPlan,
} from "./joined-rows.js";
export {
  firstKeysPlans,
  type KeySides,
  keyCountPlans,
  keyOfJoin,
  keySamplePlans,
  type PlacedJoin,
  tableSizePlan,
} from "./keys-in-common.js";
export { isListed, listedPolicies } from "./listed-policies.js";
