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
  repeatedKeyPlan,
  repeatedKeysPlan,
  unmatchedPlan,
} from "./joined-rows.js";
