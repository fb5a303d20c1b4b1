export {
  type BoundJoin,
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
export { isListed, listedPolicies } from "./listed-policies.js";
