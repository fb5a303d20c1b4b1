import type { AggregateFunction } from "../expression.js";
import { notPortable } from "./failures.js";
import { compareValues, type Value } from "./value.js";

type Present = Exclude<Value, null>;
type ValueAggregate = Exclude<AggregateFunction, "count">;

const FUNCTIONS: Readonly<Record<ValueAggregate, (values: readonly Present[]) => Value>> = {
  sum: (values) => (values.length === 0 ? null : values.reduce(add)),
  min: (values) => extreme(values, -1),
  max: (values) => extreme(values, 1),
  countDistinct: (values) => BigInt(new Set(values).size),
};

/** An aggregate of values that are not NULL; NULL where there is none (a count is then 0). */
export function aggregateValues(fn: ValueAggregate, values: readonly Present[]): Value {
  return FUNCTIONS[fn](values);
}

function add(a: Present, b: Present): Present {
  if (typeof a === "number" && typeof b === "number") return a + b;
  if (typeof a === "bigint" && typeof b === "bigint") return a + b;
  throw notPortable("DOUBLEs or BIGINTs to add", a, b);
}

function extreme(values: readonly Present[], sign: 1 | -1): Value {
  if (values.length === 0) return null;
  return values.reduce((best, value) => (compareValues(value, best) * sign > 0 ? value : best));
}
