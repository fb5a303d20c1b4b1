import { canonical } from "../../log/canonical.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import { outputColumns } from "../../sql/columns.js";
import { apply, bigint, column, type Expression, equal } from "../../sql/expression.js";
import { type Named, type Relation, select } from "../../sql/relation.js";
import type { ComparisonRequest } from "./comparison-request.js";

/** All rows of one trajectory in 2^halvings, chosen by the engine's own hash of its key. */
export function sampledTrajectories(rows: Relation, halvings: number): Relation {
  const kept = (outputColumns(rows) ?? []).map((name): Named => [name, column(name)]);
  return select(rows, kept, { where: isOfTrajectories(halvings) });
}

/** Rows of about so many views are joined with their items: their candidates are several times as many. */
const viewsLookedAt = 2 ** 22;

/** The rows whose items are looked at, and how often all were halved for them. */
export function rowsLookedAt({ base }: Pick<ComparisonRequest, "base">): {
  readonly halvings: number;
  readonly rows: Relation;
} {
  const halvings = Math.max(0, Math.ceil(log2(base.impressions / viewsLookedAt)));
  return { halvings, rows: halvings === 0 ? base.rows : sampledTrajectories(base.rows, halvings) };
}

/** Whether a row is of one of them. */
export function isOfTrajectories(halvings: number): Expression {
  const mask = bigint((1n << BigInt(halvings)) - 1n);
  const hash = apply("nativeHash", canonical.trajectory);
  return equal(apply("bitAnd", hash, mask), bigint(0n));
}
