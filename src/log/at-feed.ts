import { type Expression, rewrite, structuralKey } from "../sql/index.js";
import { type BoundLog, keyIs, readsFeedOnly } from "./index.js";

/** An expression as it is on one feed: branches of other feeds fall away. */
export function atFeed(log: BoundLog, value: Expression, feed: string | null): Expression {
  if (feed === null) return value;
  const here = structuralKey(keyIs(log, "h_feed", log.spec.feed, feed));
  return rewrite(value, (node) => {
    if (node.kind !== "case" || !node.branches.every(({ when }) => readsFeedOnly(when)))
      return node;
    const own = node.branches.find(({ when }) => structuralKey(when) === here);
    return own?.then ?? node.otherwise;
  });
}
