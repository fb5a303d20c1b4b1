import { double, type Expression } from "../expression.js";
import { structuralKey } from "./structural-key.js";
import { contains, rewriting } from "./walk.js";

/**
 * The same value in fewer steps, bit for bit: x·1 is x, and p/p is 1 where p is made of curves, which are
 * neither 0 nor NULL at the ranks that are viewed. The weights of the logging policy take no steps at all.
 */
export function simplify(expression: Expression): Expression {
  return simplified(expression);
}

const simplified = rewriting((node) => {
  if (node.kind !== "call") return node;
  const [a, b] = node.args;
  if (a === undefined || b === undefined) return node;
  if (node.operator === "/" && isSameCurve(a, b)) return double(1);
  if (node.operator === "*" && isOne(b)) return a;
  return node.operator === "*" && isOne(a) ? b : node;
});

const isOne = (node: Expression): boolean => node.kind === "double" && node.value === 1;

const isSameCurve = (a: Expression, b: Expression): boolean =>
  contains(a, "lookup") && !contains(a, "rowNumber") && named(a) === named(b);

/** Curves are the same if their names are: their tables need not be compared. */
const named = (expression: Expression): string => structuralKey(withoutTables(expression));

const withoutTables = rewriting((node) =>
  node.kind === "lookup" ? Object.freeze({ ...node, table: [] }) : node,
);
