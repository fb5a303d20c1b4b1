import { type BoundLog, strataRoles, trajectoryKeys } from "../log/index.js";
import {
  cast,
  column,
  count,
  group,
  type Named,
  nullOf,
  type Plan,
  plan,
  type Relation,
  select,
} from "../sql/index.js";
import { trajectoryCellKeys, trajectoryConstants } from "./trajectories.js";

/** The trajectories of every stratum; rows of a log without trajectories are counted as one each by its survey. */
export function trajectoriesPlan(log: BoundLog, rows: Relation): Plan {
  const keys = trajectoryCellKeys({ log }).strata;
  const each = group(rows, trajectoryKeys, trajectoryConstants({ log }));
  const strata = group(each, Object.values(keys), [["trajectory_count", count()]]);
  const names = strataRoles.map((role): Named => {
    const key = keys[role];
    return [role, key === undefined ? nullOf("text") : cast(column(key), "text")];
  });
  return plan(
    "trajectories of logging policies",
    select(strata, [...names, ["rows_here", column("trajectory_count")]]),
  );
}
