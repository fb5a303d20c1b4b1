import { canonical } from "../log/canonical.js";
import { strataRoles } from "../log/strata.js";
import { cast, column, count, nullOf } from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { inDoubles } from "./cells.js";
import { type Column, rewardsOf } from "./columns.js";
import { heldRows } from "./held-rows.js";
import { rankKey, targetKey } from "./pairs-table.js";
import { isRewarded, scaledStages } from "./queries.js";
import type { TallyRequest } from "./request.js";

const targetColumn = "h_target";
const { rank } = canonical;

/** How finely pairs are split: by every stratum, or over all days. */
export type PairStrata = "strata" | "overDays";

export function pairsPlan(
  request: TallyRequest,
  target: string | null,
  split: PairStrata,
  columns: readonly Column[],
): WidePlan {
  const { log } = request;
  const roles = strataRoles.filter(
    (role) => log.spec[role] !== undefined && (split === "strata" || role !== "day"),
  );
  const keys = [...roles.map((role) => canonical[role].name), rank.name, targetColumn];
  const read = [...new Set(columns.flatMap(rewardsOf))];
  const where = columns.every(({ component }) => component.over === "rewarded")
    ? isRewarded(columns)
    : undefined;
  const base = select(
    where === undefined ? request.rows : heldRows(request),
    [
      ...roles.map((role): Named => [canonical[role].name, canonical[role]]),
      [rank.name, rank],
      [targetColumn, target === null ? nullOf("bigint") : column(target)],
      ...read.map((name): Named => [name, column(name)]),
    ],
    { where },
  );
  const sums = columns.flatMap((sum) => scaledStages(sum, sum.component.value));
  const grouped = group(base, keys, [["row_count", count()], ...sums]);
  const strata = strataRoles.map((role): Named => {
    return [role, roles.includes(role) ? cast(canonical[role], "text") : nullOf("text")];
  });
  const pairs = select(grouped, [
    ...strata,
    [rankKey, cast(rank, "double")],
    [targetKey, cast(column(targetColumn), "double")],
    ...sums.map(([alias, value]): Named => [`${alias}_out`, inDoubles(alias, value)]),
  ]);
  const isCount = where === undefined;
  return {
    ...(isCount && { isDense: true }),
    ...plan(
      isCount ? "views by displayed and target rank" : "rewards by displayed and target rank",
      pairs,
    ),
    keys: [...strataRoles, rankKey, targetKey],
  };
}
