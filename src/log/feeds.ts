import { columnsOf } from "../sql/columns.js";
import { apply, bigint, cast, type Expression, equal, text } from "../sql/expression.js";
import { structuralKey } from "../sql/passes/structural-key.js";
import { rewrite } from "../sql/passes/walk.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";

/** Whether the feed of a row is the one that results name so. */
export function isFeed(log: BoundLog, value: string): Expression {
  const { feed } = log.spec;
  const type = feed === undefined ? "bigint" : log.types.get(feed);
  if (type === "bigint" && /^-?\d+$/.test(value)) {
    return equal(canonical.feed, bigint(BigInt(value)));
  }
  const asText = type === "bigint" ? cast(canonical.feed, "text") : canonical.feed;
  return apply("=", asText, text(value));
}

/** Whether a condition reads a row's feed alone, as the branches of one curve a feed do. */
export function readsFeedOnly(when: Expression): boolean {
  const columns = columnsOf(when);
  return columns.size === 1 && columns.has(canonical.feed.name);
}

/** An expression as it is on one feed: branches of other feeds fall away. */
export function atFeed(log: BoundLog, value: Expression, feed: string | null): Expression {
  if (feed === null) return value;
  const here = structuralKey(isFeed(log, feed));
  return rewrite(value, (node) => {
    if (node.kind !== "case" || !node.branches.every(({ when }) => readsFeedOnly(when)))
      return node;
    const branch = node.branches.find(({ when }) => structuralKey(when) === here);
    return branch?.then ?? node.otherwise;
  });
}
