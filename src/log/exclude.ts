import type { Plan } from "../sql/engine.js";
import {
  apply,
  bigint,
  column,
  count,
  type Expression,
  equal,
  greater,
  indicator,
  isNull,
  less,
  max,
  min,
  not,
  or,
} from "../sql/expression.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { trajectoryKeys } from "./canonical.js";
import { impressions } from "./impressions.js";
import { brokenRow } from "./strata.js";

/**
 * Impressions without the trajectories that break a rule (`invalid: excludeTrajectories`): those with
 * a broken row, a displayed rank twice, or several users or loggers; rows without a key go too.
 */
export function withoutInvalid(log: BoundLog): Relation {
  const rows = impressions(log);
  const names = rows.kind === "select" ? rows.columns.map(([name]) => name) : [];
  const joined = join("left", rows, invalidTrajectories(log), [
    ["h_trajectory", "x_trajectory"],
    ["h_feed", "x_feed"],
  ]);
  const kept = names.map((name): Named => [name, column(name)]);
  const hasKey = [column("h_trajectory"), column("h_feed")].map((key) => not(isNull(key)));
  return select(joined, kept, {
    where: [isNull(column("x_bad")), ...hasKey].reduce((a, b) => apply("and", a, b)),
  });
}

/** The keys of trajectories that break a rule. */
function invalidTrajectories(log: BoundLog): Relation {
  const byRank = group(
    impressions(log),
    [...trajectoryKeys, "h_rank"],
    [
      ["times", count()],
      ["broken", max(indicator(brokenRow(log)))],
      ["user_min", min(column("h_user"))],
      ["user_max", max(column("h_user"))],
      ["logger_min", min(column("h_logger"))],
      ["logger_max", max(column("h_logger"))],
    ],
  );
  const byTrajectory = group(byRank, trajectoryKeys, [
    ["most", max(column("times"))],
    ["bad", max(column("broken"))],
    ["first_user", min(column("user_min"))],
    ["last_user", max(column("user_max"))],
    ["first_logger", min(column("logger_min"))],
    ["last_logger", max(column("logger_max"))],
  ]);
  const twice = log.spec.rank === undefined ? never : greater(column("most"), bigint(1n));
  const invalid = or([
    greater(column("bad"), bigint(0n)),
    twice,
    less(column("first_user"), column("last_user")),
    less(column("first_logger"), column("last_logger")),
  ]);
  const columns: readonly Named[] = [
    ["x_trajectory", column("h_trajectory")],
    ["x_feed", column("h_feed")],
    ["x_bad", bigint(1n)],
  ];
  return select(byTrajectory, columns, { where: invalid });
}

const never: Expression = equal(bigint(1n), bigint(0n));

/** How many trajectories are left out; rows without a trajectory or feed key count as one each. */
export function excludedPlan(log: BoundLog): Plan {
  return {
    purpose: "trajectories left out",
    relation: group(invalidTrajectories(log), [], [["found", count()]]),
    columns: [{ name: "found", type: "bigint" }],
  };
}
