import type { Plan } from "../sql/engine.js";
import {
  bigint,
  column,
  type Expression,
  equal,
  indicator,
  isNull,
  not,
  or,
} from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, select } from "../sql/relation.js";

import type { BoundLog } from "./bind.js";
import type { LogSpec } from "./log-spec.js";
import { readUse, useOf } from "./role-use.js";
import type { RoleName } from "./roles/index.js";
import { countWhere } from "./strata.js";

/** Whether the log holds offered rows and does not say which of them were viewed. */
export const viewsUnknown = ({ rows, viewed: flag }: Pick<LogSpec, "rows" | "viewed">): boolean =>
  rows === "offered" && flag === undefined;

/**
 * A log of offered rows as one of views: rows that were not viewed are left out of `rows`, and `offered` keeps
 * them all. A row that does not say whether it was viewed stays, for the row rules to refuse.
 */
export function onlyViewed(log: BoundLog, names: readonly string[]): BoundLog {
  const isSeen = isViewed(log);
  if (isSeen === undefined) return log;
  const columns = names.map((name): Named => [name, column(name)]);
  return { ...log, offered: log.rows, rows: select(log.rows, columns, { where: isSeen }) };
}

/** How many offered rows were not viewed; undefined where the log does not hold such rows. */
export function notViewedPlan(log: BoundLog): Plan<"not_viewed"> | undefined {
  const isSeen = isViewed(log);
  if (log.offered === undefined || isSeen === undefined) return undefined;
  const flagged = select(log.offered, [["hidden", indicator(not(isSeen))]]);
  const hidden = countWhere(equal(column("hidden"), bigint(1n)));
  return plan("rows that were not viewed", group(flagged, [], [["not_viewed", hidden]]));
}

function isViewed(log: BoundLog): Expression | undefined {
  const use = useOf(log, "viewed" satisfies RoleName);
  if (use === undefined || log.spec.rows !== "offered") return undefined;
  const flag = readUse(use);
  return or([isNull(flag), not(equal(flag, bigint(0n)))]);
}
