import { InternalError } from "../../errors.js";
import type { Expression } from "../expression.js";
import { aggregateValues } from "./aggregates.js";
import { castValue } from "./casts.js";
import { notPortable } from "./failures.js";
import { OPERATORS } from "./operators.js";
import type { Row, Value } from "./value.js";

/** Where an expression is evaluated: a row, and what it may need with it. */
export interface Place {
  /** The row; of a group, its keys. */
  readonly row: Row;
  /** The rows of the group, where aggregates are allowed. */
  readonly members?: readonly Row[];
  /** The number of the row for every ROW_NUMBER of the select. */
  readonly rowNumbers?: ReadonlyMap<Expression, ReadonlyMap<Row, bigint>>;
}

/** The value of an expression at a row or a group. */
export function evaluate(expression: Expression, place: Place): Value {
  switch (expression.kind) {
    case "column":
      return place.row[expression.name] ?? null;
    case "double":
      return expression.value + 0; // −0 is printed as 0
    case "bigint":
    case "text":
      return expression.value;
    case "null":
      return null;
    case "call":
      return OPERATORS[expression.operator](expression.args.map((arg) => evaluate(arg, place)));
    case "case":
      return evaluate(chosen(expression, place), place);
    case "cast":
      return castValue(evaluate(expression.value, place), expression.to);
    case "lookup":
      return entry(expression.table, evaluate(expression.index, place));
    case "aggregate":
      return aggregate(expression, place);
    case "rowNumber":
      return place.rowNumbers?.get(expression)?.get(place.row) ?? null;
    default:
      return expression satisfies never;
  }
}

/** Whether a condition is TRUE, which is neither FALSE nor unknown. */
export function holds(condition: Expression | undefined, place: Place): boolean {
  return condition === undefined || evaluate(condition, place) === true;
}

type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

function chosen({ branches, otherwise }: Of<"case">, place: Place): Expression {
  return branches.find(({ when }) => holds(when, place))?.then ?? otherwise;
}

function entry(table: readonly number[], index: Value): Value {
  if (index === null) return null;
  if (typeof index !== "bigint") throw notPortable("a BIGINT index", index);
  return index >= 1n && index <= BigInt(table.length) ? (table[Number(index) - 1] ?? null) : null;
}

function aggregate({ fn, value }: Of<"aggregate">, { members }: Place): Value {
  if (members === undefined) throw new InternalError(`Expected ${fn} inside a group.`);
  if (fn === "count" && value === undefined) return BigInt(members.length);
  if (value === undefined) throw new InternalError(`Expected ${fn} to have an argument.`);
  const values = members.map((row) => evaluate(value, { row }));
  if (fn === "count") return BigInt(values.filter((each) => each !== null).length);
  return aggregateValues(fn, values);
}
