import { canonical } from "../log/index.js";
import { constantsOf, outputColumns } from "../sql/columns.js";
import { apply, column, double, type Named, or, type Relation, select } from "../sql/index.js";
import type { TallyRequest } from "./request.js";

/**
 * What statements about rewarded rows read: the rows with a reward of any kind, held by engines that can, so
 * that the log is read once for all of them; else all rows. Columns that are constant are not held.
 */
export function rewardedRows({ rows, log, keep, daysSpan }: TallyRequest): Relation {
  if (keep === undefined || daysSpan) return rows;
  const isRewarded = or(
    log.rewards.map((_, reward) => apply("<>", canonical.reward(reward), double(0))),
  );
  const constants = constantsOf(rows);
  const columns = (outputColumns(rows) ?? []).map((name): Named => [name, column(name)]);
  const held = columns.filter(([name]) => !constants.has(name));
  return select(
    select(rows, held, { where: isRewarded, keep }),
    columns.map(([name, value]): Named => [name, constants.get(name) ?? value]),
  );
}
