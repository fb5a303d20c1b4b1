import { log2 } from "../../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import type { Expression } from "../expression.js";
import type { Relation } from "../relation.js";

export type StepOf = (name: string) => number | undefined;

/** Zero and NULL are multiples of every step. */
const any = Infinity;
const largest = 900;

/**
 * The exponent e for which every value of an expression is a whole multiple of 2^e, by its form alone: whole numbers
 * of the log are not known as such. Doubles that are rounded lose low bits only, so that their step is never finer.
 */
function stepIn(expression: Expression, column: StepOf): number | undefined {
  const finest = (parts: readonly Expression[]): number | undefined =>
    joined(parts, column, Math.min);
  switch (expression.kind) {
    case "column":
      return column(expression.name);
    case "double":
      return stepOfNumber(expression.value);
    case "bigint":
    case "rowNumber":
      return 0;
    case "null":
      return any;
    case "cast":
      return expression.to === "bigint" ? 0 : finest([expression.value]);
    case "case":
      return finest([...expression.branches.map(({ then }) => then), expression.otherwise]);
    case "aggregate":
      return expression.fn.startsWith("count") || expression.value === undefined
        ? 0
        : finest([expression.value]);
    case "call":
      return stepOfCall(expression, column);
    default:
      return undefined;
  }
}

function stepOfCall(
  { operator, args }: Extract<Expression, { kind: "call" }>,
  column: StepOf,
): number | undefined {
  switch (operator) {
    case "-":
      return anchored(args) ?? joined(args, column, Math.min);
    case "+":
    case "coalesce":
      return joined(args, column, Math.min);
    case "*":
      return joined(args, column, (a, b) => a + b);
    default:
      return undefined;
  }
}

function joined(
  parts: readonly Expression[],
  column: StepOf,
  join: (a: number, b: number) => number,
): number | undefined {
  const steps = parts.map((part) => stepIn(part, column));
  return steps.reduce((a, b) => (a === undefined || b === undefined ? undefined : join(a, b)));
}

/** Adding 1.5 · 2^(52 + e) to a value and taking it away again leaves a multiple of 2^e: `scaledSums` rounds so. */
function anchored([sum, anchor]: readonly Expression[]): number | undefined {
  if (anchor?.kind !== "double" || sum?.kind !== "call" || sum.operator !== "+") return undefined;
  const [, added] = sum.args;
  if (added?.kind !== "double" || added.value !== anchor.value) return undefined;
  const step = log2(anchor.value / 1.5) - 52;
  return Number.isInteger(step) ? step : undefined;
}

function stepOfNumber(value: number): number | undefined {
  if (value === 0) return any;
  const size = Math.abs(value);
  if (!(size < 2 ** 53 && size >= powerOfTwo(-largest))) return undefined;
  let step = 52;
  while (!Number.isInteger(size / powerOfTwo(step))) step--;
  return step;
}

/** The step of each column of a relation; 0 where it is always zero or NULL. */
export function stepsOf(relation: Relation): StepOf {
  const of = columnSteps(relation);
  return (name) => {
    const step = of(name);
    if (step === any) return 0;
    return step !== undefined && Math.abs(step) <= largest ? step : undefined;
  };
}

function columnSteps(relation: Relation): StepOf {
  if (relation.kind === "source") return () => undefined;
  if (relation.kind === "join") {
    const [left, right] = [columnSteps(relation.left), columnSteps(relation.right)];
    return (name) => left(name) ?? right(name);
  }
  const before = columnSteps(relation.from);
  if (relation.kind === "repeat") return (name) => (name === relation.alias ? 0 : before(name));
  const columns = new Map(relation.columns);
  const keys: readonly string[] = relation.kind === "group" ? relation.keys : [];
  const steps = new Map<string, number | undefined>();
  return (name) => {
    if (!steps.has(name)) {
      const value = columns.get(name);
      const inner = value === undefined ? undefined : stepIn(value, before);
      steps.set(name, value === undefined && keys.includes(name) ? before(name) : inner);
    }
    return steps.get(name);
  };
}
