import { InternalError } from "../errors.js";
import type { Expression } from "./expression.js";
import { children } from "./passes/walk.js";
import type { Relation } from "./relation.js";

export function columnsOf(expression: Expression): Set<string> {
  const names = new Set<string>();
  // Branches may be shared, such as curves by feed.
  const met = new Set<Expression>();
  const visit = (node: Expression): void => {
    if (met.has(node)) return;
    met.add(node);
    if (node.kind === "column") names.add(node.name);
    children(node).forEach(visit);
  };
  visit(expression);
  return names;
}

/** The columns that a relation gives, in order; undefined where only the engine knows. */
export function outputColumns(relation: Relation): readonly string[] | undefined {
  switch (relation.kind) {
    case "source":
      return undefined;
    case "select":
      return relation.columns.map(([alias]) => alias);
    case "group":
      return [...relation.keys, ...relation.columns.map(([alias]) => alias)];
    case "join": {
      const left = outputColumns(relation.left);
      const right = outputColumns(relation.right);
      return left && right && [...left, ...right];
    }
    case "repeat": {
      const repeated = outputColumns(relation.from);
      return repeated && [...repeated, relation.alias];
    }
    default:
      return relation satisfies never;
  }
}

/** The columns of a relation that are one literal in every row, with it. */
export function constantsOf(relation: Relation): ReadonlyMap<string, Expression> {
  if (relation.kind !== "select") return new Map();
  const below = constantsOf(relation.from);
  return new Map(
    relation.columns.flatMap(([alias, value]): [string, Expression][] => {
      const constant = value.kind === "column" ? below.get(value.name) : value;
      return constant !== undefined && literals.has(constant.kind) ? [[alias, constant]] : [];
    }),
  );
}

const literals: ReadonlySet<Expression["kind"]> = new Set(["double", "bigint", "text", "null"]);

/** Throws InternalError where a name occurs twice; case is ignored, as most engines ignore it. */
export function requireDistinct(names: readonly string[], what: string): void {
  const keys = new Set<string>();
  for (const name of names) {
    if (keys.has(name.toLowerCase())) {
      throw new InternalError(`Expected distinct column names in ${what}, but "${name}" is twice.`);
    }
    keys.add(name.toLowerCase());
  }
}

/** Throws InternalError where a relation does not give a column that is read from it. */
export function requireColumns(names: Iterable<string>, relation: Relation, reader: string): void {
  const columns = outputColumns(relation);
  if (columns === undefined) return;
  for (const name of names) {
    if (columns.includes(name)) continue;
    throw new InternalError(
      `Expected the relation that ${reader} reads to give "${name}", but it gives ${columns
        .map((column) => `"${column}"`)
        .join(", ")}.`,
    );
  }
}
