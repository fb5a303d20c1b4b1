import type { Expression, Ordering } from "../expression.js";

/** The direct sub-expressions of a node, in the order in which they are printed. */
export function children(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "column":
    case "double":
    case "bigint":
    case "text":
    case "null":
      return [];
    case "call":
      return expression.args;
    case "case":
      return [
        ...expression.branches.flatMap(({ when, then }) => [when, then]),
        expression.otherwise,
      ];
    case "cast":
      return [expression.value];
    case "lookup":
      return [expression.index];
    case "aggregate":
      return expression.value === undefined ? [] : [expression.value];
    case "rowNumber":
      return [...expression.partitionBy, ...expression.orderBy.map(({ by }) => by)];
    default:
      return expression satisfies never;
  }
}

/**
 * The tree with `fn` applied to every node, leaves first: `fn` sees a node whose children are
 * already rewritten. Nodes that nothing touched are kept as the same objects.
 */
export function rewrite(expression: Expression, fn: (node: Expression) => Expression): Expression {
  return fn(withChildren(expression, (child) => rewrite(child, fn)));
}

/**
 * The same rewriting of many trees that share branches, such as curves by feed: each branch is rewritten once,
 * and stays one object. What `fn` makes of a node must depend on the node alone.
 */
export function rewriting(fn: (node: Expression) => Expression): (tree: Expression) => Expression {
  const cache = new WeakMap<Expression, Expression>();
  const run = (node: Expression): Expression => {
    const result = cache.get(node) ?? fn(withChildren(node, run));
    if (Object.isFrozen(node)) cache.set(node, result);
    return result;
  };
  return run;
}

/** The node with each direct sub-expression mapped; the same object where none is another. */
export function withChildren(node: Expression, map: (child: Expression) => Expression): Expression {
  const mapped = mapChildren(node, map);
  const before = children(node);
  const untouched = children(mapped).every((child, at) => child === before[at]);
  return untouched ? node : Object.freeze(mapped);
}

export function mapChildren(node: Expression, map: (child: Expression) => Expression): Expression {
  switch (node.kind) {
    case "column":
    case "double":
    case "bigint":
    case "text":
    case "null":
      return node;
    case "call":
      return { ...node, args: node.args.map(map) };
    case "case":
      return {
        ...node,
        branches: node.branches.map(({ when, then }) => ({ when: map(when), then: map(then) })),
        otherwise: map(node.otherwise),
      };
    case "cast":
      return { ...node, value: map(node.value) };
    case "lookup":
      return { ...node, index: map(node.index) };
    case "aggregate":
      return { ...node, value: node.value && map(node.value) };
    case "rowNumber":
      return {
        ...node,
        partitionBy: node.partitionBy.map(map),
        orderBy: node.orderBy.map((order): Ordering => ({ ...order, by: map(order.by) })),
      };
    default:
      return node satisfies never;
  }
}

/** Whether a node of one of these kinds stands anywhere in the tree. */
export function contains(expression: Expression, kind: Expression["kind"]): boolean {
  return expression.kind === kind || children(expression).some((child) => contains(child, kind));
}
