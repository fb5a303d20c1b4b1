import type { Expression } from "../expression.js";

export type Range = readonly [low: number, high: number];

export interface Leaves {
  readonly column: (name: string) => Range;
  /** Most rows that an aggregate may run over. */
  readonly rows: number;
}

const everything: Range = [-Infinity, Infinity];

/**
 * The range of an expression's values other than NULL and NaN, by interval arithmetic; at worst too wide,
 * never too narrow (but for the last bit of a quotient).
 */
export function bounds(expression: Expression, leaves: Leaves): Range {
  switch (expression.kind) {
    case "column":
      return leaves.column(expression.name);
    case "double":
      return [expression.value, expression.value];
    case "bigint":
      return [Number(expression.value), Number(expression.value)];
    case "cast":
      return bounds(expression.value, leaves);
    case "case":
      return hull([
        ...expression.branches.map(({ then }) => bounds(then, leaves)),
        bounds(expression.otherwise, leaves),
      ]);
    case "lookup":
      return entries(expression.table, bounds(expression.index, leaves));
    case "rowNumber":
      return [1, leaves.rows];
    case "aggregate":
      return aggregated(expression, leaves);
    case "call":
      return called(
        expression.operator,
        expression.args.map((arg) => bounds(arg, leaves)),
      );
    default:
      return everything;
  }
}

const hull = (ranges: readonly Range[]): Range => [
  Math.min(...ranges.map(([low]) => low)),
  Math.max(...ranges.map(([, high]) => high)),
];

function entries(table: readonly number[], [low, high]: Range): Range {
  const start = Math.max(0, Math.ceil(low) - 1);
  const end = Math.min(table.length, Math.floor(high));
  let range: [number, number] = [Infinity, -Infinity];
  for (let i = start; i < end; i++) {
    const value = table[i] ?? 0;
    range = [Math.min(range[0], value), Math.max(range[1], value)];
  }
  return end > start ? range : [0, 0];
}

function aggregated(expression: Extract<Expression, { kind: "aggregate" }>, leaves: Leaves): Range {
  const { fn } = expression;
  if (fn === "count" || fn === "countDistinct" || expression.value === undefined) {
    return [0, leaves.rows];
  }
  const [low, high] = bounds(expression.value, leaves);
  if (fn !== "sum") return [low, high];
  return [Math.min(0, low) * leaves.rows, Math.max(0, high) * leaves.rows];
}

function called(operator: string, args: readonly Range[]): Range {
  const [a = everything, b = everything] = args;
  if (operator === "coalesce") return hull(args);
  if (operator === "+") return [a[0] + b[0], a[1] + b[1]];
  if (operator === "-") return [a[0] - b[1], a[1] - b[0]];
  if (operator === "*") return products(a, b);
  if (operator === "/") {
    return b[0] > 0 || b[1] < 0 ? products(a, [1 / b[1], 1 / b[0]]) : everything;
  }
  if (operator === "floor") return [Math.floor(a[0]), Math.floor(a[1])];
  if (operator === "abs") return [0, Math.max(Math.abs(a[0]), Math.abs(a[1]))];
  return everything;
}

const products = (a: Range, b: Range): Range => {
  const corners = [times(a[0], b[0]), times(a[0], b[1]), times(a[1], b[0]), times(a[1], b[1])];
  return [Math.min(...corners), Math.max(...corners)];
};

/** 0 · ∞ = 0: a factor that is always 0 makes the product 0. */
const times = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y);
