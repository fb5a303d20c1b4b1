/**
 * The scalar language that Hindcast speaks to every engine: a small frozen tree, never text.
 * A printer writes it in a dialect, the interpreter evaluates it; both follow the same semantics:
 * SQL's three-valued logic, DOUBLE and BIGINT never mixed without a cast.
 */
export type ValueType = "double" | "bigint" | "text" | "date" | "boolean";

export type Operator =
  | "+"
  | "-"
  | "*"
  | "/"
  | "="
  | "<>"
  | "<"
  | "<="
  | ">"
  | ">="
  | "and"
  | "or"
  | "not"
  | "isNull"
  | "isFinite"
  | "floor"
  | "abs"
  | "coalesce"
  | "concat"
  | "bitAnd"
  | "shiftRight"
  | "hash10"
  | "nativeHash"
  | "typeName"
  | "rewrite"
  | "dayOf1970";

export type AggregateFunction = "sum" | "min" | "max" | "count" | "countDistinct";

export type Expression =
  | { readonly kind: "column"; readonly name: string }
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "bigint"; readonly value: bigint }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "null"; readonly type: ValueType }
  | { readonly kind: "call"; readonly operator: Operator; readonly args: readonly Expression[] }
  | {
      readonly kind: "case";
      readonly branches: readonly { readonly when: Expression; readonly then: Expression }[];
      readonly otherwise: Expression;
    }
  | { readonly kind: "cast"; readonly to: ValueType; readonly value: Expression }
  | {
      readonly kind: "lookup";
      /** Names the infinite table of which `table` is a start; two lookups are the same if their names are. */
      readonly name: string;
      readonly table: readonly number[];
      readonly index: Expression;
    }
  | {
      readonly kind: "aggregate";
      readonly fn: AggregateFunction;
      readonly value: Expression | undefined;
    }
  | {
      readonly kind: "rowNumber";
      readonly partitionBy: readonly Expression[];
      readonly orderBy: readonly Ordering[];
    };

export interface Ordering {
  readonly by: Expression;
  readonly descending: boolean;
}

const freeze = (node: Expression): Expression => Object.freeze(node);

/** A column of the relation that is selected from. */
export const column = (name: string): Expression => freeze({ kind: "column", name });
/** A DOUBLE literal; every engine reads it as DOUBLE because it is printed in exponent form. */
export const double = (value: number): Expression => freeze({ kind: "double", value });
export const bigint = (value: bigint): Expression => freeze({ kind: "bigint", value });
/** A text literal, escaped by the dialect. */
export const text = (value: string): Expression => freeze({ kind: "text", value });
export const nullOf = (type: ValueType): Expression => freeze({ kind: "null", type });
export const apply = (operator: Operator, ...args: readonly Expression[]): Expression =>
  freeze({ kind: "call", operator, args });
export const caseWhen = (
  branches: readonly { readonly when: Expression; readonly then: Expression }[],
  otherwise: Expression,
): Expression => freeze({ kind: "case", branches, otherwise });
export const cast = (value: Expression, to: ValueType): Expression =>
  freeze({ kind: "cast", to, value });
/**
 * The entry of a constant table at a BIGINT index that is NULL or at least 1; NULL beyond the table or
 * at NULL. (Guard an index that may be smaller: engines disagree about what stands there.)
 */
export const lookup = (name: string, table: readonly number[], index: Expression): Expression =>
  freeze({ kind: "lookup", name, table, index });
/** ROW_NUMBER() over a partition; the order must be total up to interchangeable rows. */
export const rowNumber = (
  partitionBy: readonly Expression[],
  orderBy: readonly Ordering[],
): Expression => freeze({ kind: "rowNumber", partitionBy, orderBy });

const aggregate = (fn: AggregateFunction, value?: Expression): Expression =>
  freeze({ kind: "aggregate", fn, value });

export const sum = (value: Expression): Expression => aggregate("sum", value);
export const min = (value: Expression): Expression => aggregate("min", value);
export const max = (value: Expression): Expression => aggregate("max", value);
/** COUNT(*), or the number of values that are not NULL. */
export const count = (value?: Expression): Expression => aggregate("count", value);
export const countDistinct = (value: Expression): Expression => aggregate("countDistinct", value);

export const plus = (a: Expression, b: Expression): Expression => apply("+", a, b);
export const minus = (a: Expression, b: Expression): Expression => apply("-", a, b);
export const times = (a: Expression, b: Expression): Expression => apply("*", a, b);
export const divide = (a: Expression, b: Expression): Expression => apply("/", a, b);
export const equal = (a: Expression, b: Expression): Expression => apply("=", a, b);
export const less = (a: Expression, b: Expression): Expression => apply("<", a, b);
export const greater = (a: Expression, b: Expression): Expression => apply(">", a, b);
export const not = (a: Expression): Expression => apply("not", a);
export const isNull = (a: Expression): Expression => apply("isNull", a);
/**
 * A text that matches a pattern from its first to its last character, written as the template says: `{1}` is the
 * pattern's first group. A text that does not match stays what it is. Patterns are of the subset that POSIX, RE2 and
 * Java share, without backslashes.
 */
export const rewrite = (value: Expression, pattern: string, template: string): Expression =>
  apply("rewrite", value, text(`^${pattern}$`), text(template));
/** The day so many days (BIGINT) after 1970-01-01. */
export const dayOf1970 = (days: Expression): Expression => apply("dayOf1970", days);
/** All of the conditions; TRUE for none. */
export const and = (conditions: readonly Expression[]): Expression =>
  conditions.length === 0
    ? equal(bigint(1n), bigint(1n))
    : conditions.reduce((a, b) => apply("and", a, b));
/** Any of the conditions; FALSE for none. */
export const or = (conditions: readonly Expression[]): Expression =>
  conditions.length === 0
    ? equal(bigint(1n), bigint(0n))
    : conditions.reduce((a, b) => apply("or", a, b));
/** 1 where the condition holds, else 0 (also where it is unknown). */
export const indicator = (condition: Expression): Expression =>
  caseWhen([{ when: condition, then: bigint(1n) }], bigint(0n));
