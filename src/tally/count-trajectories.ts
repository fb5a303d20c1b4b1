import {
  type BoundLog,
  canonical,
  inverseRate,
  samplingWeights,
  strataRoles,
  trajectoryKeys,
} from "../log/index.js";
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
  sum,
} from "../sql/index.js";
import { rowKeys } from "./cells.js";
import { trajectoryCellKeys, trajectoryConstants } from "./trajectories.js";

/**
 * The trajectories of every stratum, of a sampled log those that the kept ones stand for; where none are named each row
 * is one.
 */
export function trajectoriesPlan(log: BoundLog, rows: Relation): Plan {
  const isRows = log.spec.trajectory === undefined;
  const keys = isRows ? rowKeys(log).strata : trajectoryCellKeys({ log }).strata;
  const each = isRows ? rows : group(rows, trajectoryKeys, trajectoryConstants({ log }));
  const rate = isRows ? canonical.sampling : column("t_sampling");
  const size = samplingWeights(log) === undefined ? count() : sum(inverseRate(rate));
  const strata = group(each, Object.values(keys), [["trajectory_count", size]]);
  const names = strataRoles.map((role): Named => {
    const key = keys[role];
    return [role, key === undefined ? nullOf("text") : cast(column(key), "text")];
  });
  return plan(
    "trajectories of logging policies",
    select(strata, [...names, ["rows_here", column("trajectory_count")]]),
  );
}
