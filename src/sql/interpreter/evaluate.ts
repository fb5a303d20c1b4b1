import { InternalError } from "../../errors.js";
import type { Expression } from "../expression.js";
import { aggregateValues } from "./aggregates.js";
import { castValue } from "./casts.js";
import { notPortable } from "./failures.js";
import { OPERATORS } from "./operators.js";
import type { Row, Value } from "./value.js";

/** What an expression may need with its row. */
export interface Around {
  /** The rows of the group, where aggregates are allowed; the row then holds its keys. */
  readonly members?: readonly Row[];
  /** The number of the row for every ROW_NUMBER of the select. */
  readonly rowNumbers?: ReadonlyMap<Expression, ReadonlyMap<Row, bigint>>;
}

/** The value of one expression at any row. */
export type Evaluator = (row: Row, around: Around) => Value;

const nothing: Around = Object.freeze({});

/** The value of an expression at a row or a group. */
export function evaluate(expression: Expression, row: Row, around: Around = nothing): Value {
  return evaluatorOf(expression)(row, around);
}

/** Whether a condition is TRUE, which is neither FALSE nor unknown. */
export function holds(
  condition: Expression | undefined,
  row: Row,
  around: Around = nothing,
): boolean {
  return condition === undefined || evaluate(condition, row, around) === true;
}

const known = new WeakMap<Expression, Evaluator>();

/** The expression as a function, built once: walking the tree at every row takes several times as long. */
export function evaluatorOf(expression: Expression): Evaluator {
  const found = known.get(expression);
  if (found !== undefined) return found;
  const built = build(expression);
  if (Object.isFrozen(expression)) known.set(expression, built);
  return built;
}

function build(expression: Expression): Evaluator {
  switch (expression.kind) {
    case "column": {
      const { name } = expression;
      return (row) => row[name] ?? null;
    }
    case "double": {
      const value = expression.value + 0; // −0 is printed as 0
      return () => value;
    }
    case "bigint":
    case "text": {
      const { value } = expression;
      return () => value;
    }
    case "null":
      return () => null;
    case "call":
      return call(expression);
    case "case":
      return chosen(expression);
    case "cast": {
      const value = evaluatorOf(expression.value);
      return (row, around) => castValue(value(row, around), expression.to);
    }
    case "lookup": {
      const index = evaluatorOf(expression.index);
      return (row, around) => entry(expression.table, index(row, around));
    }
    case "aggregate":
      return aggregate(expression);
    case "rowNumber":
      return (row, { rowNumbers }) => rowNumbers?.get(expression)?.get(row) ?? null;
    default:
      return expression satisfies never;
  }
}

type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

function call({ operator, args }: Of<"call">): Evaluator {
  const apply = OPERATORS[operator];
  const values = args.map(evaluatorOf);
  return (row, around) => apply(values.map((value) => value(row, around)));
}

function chosen({ branches, otherwise }: Of<"case">): Evaluator {
  const choices = branches.map(({ when, then }) => [evaluatorOf(when), evaluatorOf(then)] as const);
  const last = evaluatorOf(otherwise);
  return (row, around) => {
    for (const [when, then] of choices) if (when(row, around) === true) return then(row, around);
    return last(row, around);
  };
}

function entry(table: readonly number[], index: Value): Value {
  if (index === null) return null;
  if (typeof index !== "bigint") throw notPortable("a BIGINT index", index);
  return index >= 1n && index <= BigInt(table.length) ? (table[Number(index) - 1] ?? null) : null;
}

function aggregate({ fn, value }: Of<"aggregate">): Evaluator {
  const at = value && evaluatorOf(value);
  return (_row, { members }) => {
    if (members === undefined) throw new InternalError(`Expected ${fn} inside a group.`);
    if (fn === "count" && at === undefined) return BigInt(members.length);
    if (at === undefined) throw new InternalError(`Expected ${fn} to have an argument.`);
    const values = members.map((row) => at(row, nothing));
    if (fn === "count") return BigInt(values.filter((each) => each !== null).length);
    return aggregateValues(fn, values);
  };
}
