import type { Plan } from "../sql/engine.js";
import {
  and,
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
import { plan } from "../sql/plan.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { canonical, trajectoryKeys } from "./canonical.js";
import { canonicalNames, impressions } from "./impressions.js";
import { columnOf } from "./role.js";
import { useOf } from "./role-use.js";
import { brokenRow } from "./strata.js";

/**
 * Impressions without the trajectories that break a rule (`invalid: excludeTrajectories`): those with
 * a broken row, a displayed rank twice, or several users or logging policies; rows without a key go too.
 * `more` adds columns of the source.
 */
export function withoutInvalid(log: BoundLog, more: readonly Named[] = []): Relation {
  const joined = join("left", impressions(log, more), invalidTrajectories(log), [
    [canonical.trajectory.name, "x_trajectory"],
    [canonical.feed.name, "x_feed"],
  ]);
  const names = [...new Set([...canonicalNames(log), ...more.map(([name]) => name)])];
  const kept = names.map((name): Named => [name, column(name)]);
  const hasKey = trajectoryKeys.map((key) => not(isNull(column(key))));
  return select(joined, kept, { where: and([isNull(column("x_bad")), ...hasKey]) });
}

function invalidTrajectories(log: BoundLog): Relation {
  const singles = log.roles.filter(
    ({ single, absent, name }) =>
      single?.refusal !== undefined && (absent !== undefined || useOf(log, name) !== undefined),
  );
  const byRank = group(
    impressions(log),
    [...trajectoryKeys, canonical.rank.name],
    [
      ["times", count()],
      ["broken", max(indicator(brokenRow(log)))],
      ...singles.flatMap((role): Named[] => [
        [`least_${role.name}`, min(columnOf(role))],
        [`most_${role.name}`, max(columnOf(role))],
      ]),
    ],
  );
  const byTrajectory = group(byRank, trajectoryKeys, [
    ["most", max(column("times"))],
    ["bad", max(column("broken"))],
    ...singles.flatMap(({ name }): Named[] => [
      [`first_${name}`, min(column(`least_${name}`))],
      [`last_${name}`, max(column(`most_${name}`))],
    ]),
  ]);
  const invalid = or([
    greater(column("bad"), bigint(0n)),
    log.spec.rank === undefined ? never : greater(column("most"), bigint(1n)),
    ...singles.map(({ name }) => less(column(`first_${name}`), column(`last_${name}`))),
  ]);
  const columns: readonly Named[] = [
    ["x_trajectory", canonical.trajectory],
    ["x_feed", canonical.feed],
    ["x_bad", bigint(1n)],
  ];
  return select(byTrajectory, columns, { where: invalid });
}

const never: Expression = equal(bigint(1n), bigint(0n));

/** How many trajectories are left out; rows without a trajectory or feed key count as one each. */
export const excludedPlan = (log: BoundLog): Plan<"found"> =>
  plan("trajectories left out", group(invalidTrajectories(log), [], [["found", count()]]));
