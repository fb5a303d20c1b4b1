import { column, type Expression } from "../expression.js";
import type { Named } from "../relation.js";
import { structuralKey } from "./structural-key.js";
import { withChildren } from "./walk.js";

/**
 * Takes the outermost sub-expressions that match out of many expressions, each once, to be computed
 * in an earlier step: `take` gives an expression with columns in their place, `columns` what was taken.
 */
export interface Hoist {
  readonly take: (expression: Expression) => Expression;
  readonly columns: () => readonly Named[];
}

/** Hoisted columns are called `<prefix>0`, `<prefix>1` …, in the order in which they are met. */
export function hoist(prefix: string, matches: (node: Expression) => boolean): Hoist {
  const nodes = new Map<string, Named>();
  // Expressions share branches, such as curves by feed: what is made of one stays shared.
  const cache = new WeakMap<Expression, Expression>();
  const take = (node: Expression): Expression => {
    const result = cache.get(node) ?? (matches(node) ? inPlaceOf(node) : withChildren(node, take));
    if (Object.isFrozen(node)) cache.set(node, result);
    return result;
  };
  const inPlaceOf = (node: Expression): Expression => {
    const key = structuralKey(node);
    const named = nodes.get(key) ?? ([`${prefix}${nodes.size}`, node] as const);
    nodes.set(key, named);
    return column(named[0]);
  };
  return { take, columns: () => [...nodes.values()] };
}
