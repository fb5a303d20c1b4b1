import type { BoundLog } from "../log/bind.js";
import { canonical, trajectoryKeys } from "../log/canonical.js";
import { inverseRate, samplingWeights } from "../log/sampling-weight.js";
import { strataRoles } from "../log/strata.js";
import type { Plan } from "../sql/engine.js";
import { cast, column, count, nullOf, sum } from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import { rowKeys } from "./cells.js";
import { trajectoryCellKeys, trajectoryConstants } from "./trajectories.js";

/**
 * The trajectories of every stratum, of a sampled log those that the kept ones stand for; where none are named each row
 * is one.
 */
export function trajectoriesPlan(log: BoundLog, rows: Relation): Plan {
  const isRows = log.spec.trajectory === undefined;
  const keys = isRows ? rowKeys(log).strata : trajectoryCellKeys({ log }).strata;
  const counted = isRows ? rows : group(rows, trajectoryKeys, trajectoryConstants({ log }));
  const rate = isRows ? canonical.sampling : column("t_sampling");
  const size = samplingWeights(log) === undefined ? count() : sum(inverseRate(rate));
  const strata = group(counted, Object.values(keys), [["trajectory_count", size]]);
  const names = strataRoles.map((role): Named => {
    const key = keys[role];
    return [role, key === undefined ? nullOf("text") : cast(column(key), "text")];
  });
  return plan(
    "trajectories of logging policies",
    select(strata, [...names, ["rows_here", column("trajectory_count")]]),
  );
}
