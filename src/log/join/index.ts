export {
  type BoundJoin,
  bindJoins,
  joinedColumns,
  ownColumns,
  type WantedJoin,
  wantedJoins,
} from "./bind-join.js";
export type { JoinKey, JoinSpec } from "./join-spec.js";
export {
  joinedRows,
  repeatedKeyPlan,
  repeatedKeysPlan,
  unmatchedPlan,
} from "./joined-rows.js";
