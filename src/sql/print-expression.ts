import { InternalError, reason, UnsupportedError } from "../errors.js";
import type { Dialect, SpelledOperator } from "./dialect.js";
import type { Expression, Operator, Ordering } from "./expression.js";

type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;
type CommonOperator = Exclude<Operator, SpelledOperator>;

/** What the printed text of a column name is; the alias of its relation stands in it. */
export interface Scope {
  readonly dialect: Dialect;
  readonly column: (name: string) => string;
}

export function printExpression(expression: Expression, scope: Scope): string {
  const { dialect } = scope;
  const print = (child: Expression): string => printExpression(child, scope);
  switch (expression.kind) {
    case "column":
      return scope.column(expression.name);
    case "double":
      return dialect.double(exponentForm(expression.value));
    case "bigint":
      return printBigint(expression.value, dialect);
    case "text":
      return dialect.text(wellFormed(expression.value));
    case "null":
      return dialect.cast("NULL", expression.type);
    case "call":
      return printCall(expression, scope);
    case "case":
      return printCase(expression, print);
    case "cast":
      return dialect.cast(print(expression.value), expression.to);
    case "lookup":
      return dialect.lookup(expression.table.map(exponentForm), print(expression.index));
    case "aggregate":
      return printAggregate(expression, scope);
    case "rowNumber":
      return dialect.cast(printRowNumber(expression, print), "bigint");
    default:
      return expression satisfies never;
  }
}

// Exponent form, because every engine but ClickHouse and BigQuery reads 0.1 as a DECIMAL.
function exponentForm(value: number): string {
  if (!Number.isFinite(value)) {
    throw new InternalError(`Expected a finite DOUBLE literal, but got ${value}.`);
  }
  return value.toExponential().replace("e+", "e");
}

const SMALL = 1n << 15n;

// A plain 5 is an INT to most engines: fine next to a BIGINT, too narrow for large values.
function printBigint(value: bigint, dialect: Dialect): string {
  if (value !== BigInt.asIntN(64, value)) {
    throw new InternalError(`Expected a BIGINT literal within 64 bits, but got ${value}.`);
  }
  const small = -SMALL < value && value < SMALL;
  return small ? `${value}` : dialect.cast(`${value}`, "bigint");
}

/** Half of a pair of surrogates would be sent as another character. */
function wellFormed(text: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  const message = `The text ${JSON.stringify(text)} holds half of a character (a lone surrogate), which no engine can be sent. Correct it in the study.`;
  throw new UnsupportedError(reason("textUnreadable", message));
}

type PrintCall = (args: readonly Expression[], scope: Scope) => string;

const infix =
  (symbol: string): PrintCall =>
  (args, scope) =>
    args.map((arg) => operand(arg, scope)).join(` ${symbol} `);

// Two INT literals would be added up as INT and overflow where BIGINT would not.
const arithmetic =
  (symbol: string): PrintCall =>
  (args, scope) => {
    const [first = "", ...rest] = args.map((arg) => operand(arg, scope));
    const wide = args.every(isNarrow) ? scope.dialect.cast(first, "bigint") : first;
    return [wide, ...rest].join(` ${symbol} `);
  };

const named =
  (name: string): PrintCall =>
  (args, scope) =>
    `${name}(${args.map((arg) => printExpression(arg, scope)).join(", ")})`;

/** `a AND b AND c` for a chain that the tree nests to the left. */
const chain =
  (operator: "and" | "or"): PrintCall =>
  (args, scope) =>
    args
      .flatMap((arg) => links(arg, operator))
      .map((arg) => operand(arg, scope))
      .join(` ${operator.toUpperCase()} `);

const CALLS: Readonly<Record<CommonOperator, PrintCall>> = {
  "+": arithmetic("+"),
  "-": arithmetic("-"),
  "*": arithmetic("*"),
  "=": infix("="),
  "<>": infix("<>"),
  "<": infix("<"),
  "<=": infix("<="),
  ">": infix(">"),
  ">=": infix(">="),
  and: chain("and"),
  or: chain("or"),
  not: ([arg], scope) => `NOT ${arg && operand(arg, scope)}`,
  isNull: ([arg], scope) => `${arg && operand(arg, scope)} IS NULL`,
  coalesce: named("COALESCE"),
  concat: infix("||"),
};

const COMPOUND: ReadonlySet<string> = new Set<Operator>([
  "/",
  ...(["+", "-", "*", "=", "<>", "<", "<=", ">", ">="] as const),
  ...(["and", "or", "not", "isNull", "concat"] as const),
]);

function printCall(call: Of<"call">, scope: Scope): string {
  const { operator, args } = call;
  const spelled = (scope.dialect.operators as Partial<Dialect["operators"]>)[
    operator as SpelledOperator
  ];
  return spelled === undefined
    ? CALLS[operator as CommonOperator](args, scope)
    : spelled(...args.map((arg) => operand(arg, scope)));
}

function operand(expression: Expression, scope: Scope): string {
  const text = printExpression(expression, scope);
  return expression.kind === "call" && COMPOUND.has(expression.operator) ? `(${text})` : text;
}

function links(expression: Expression, operator: "and" | "or"): readonly Expression[] {
  return expression.kind === "call" && expression.operator === operator
    ? expression.args.flatMap((arg) => links(arg, operator))
    : [expression];
}

function isNarrow(expression: Expression): boolean {
  switch (expression.kind) {
    case "bigint":
      return true;
    case "case":
      return [...expression.branches.map(({ then }) => then), expression.otherwise].every(isNarrow);
    case "call":
      return ["coalesce", "abs"].includes(expression.operator) && expression.args.every(isNarrow);
    default:
      return false;
  }
}

function printCase(expression: Of<"case">, print: (child: Expression) => string): string {
  const branches = expression.branches.map(
    ({ when, then }) => `WHEN ${print(when)} THEN ${print(then)}`,
  );
  return `CASE ${branches.join(" ")} ELSE ${print(expression.otherwise)} END`;
}

// Counts are unsigned to ClickHouse, which adds no signed number to them.
function printAggregate({ fn, value }: Of<"aggregate">, scope: Scope): string {
  const print = (child: Expression): string => printExpression(child, scope);
  if (fn === "count" || fn === "countDistinct") {
    const counted = value === undefined ? "*" : print(value);
    const distinct = fn === "countDistinct" ? "DISTINCT " : "";
    return scope.dialect.cast(`COUNT(${distinct}${counted})`, "bigint");
  }
  if (value === undefined) {
    throw new InternalError(`Expected ${fn} to have something to aggregate.`);
  }
  return `${fn.toUpperCase()}(${print(value)})`;
}

function printRowNumber(expression: Of<"rowNumber">, print: (child: Expression) => string): string {
  const { partitionBy, orderBy } = expression;
  const clauses = [
    partitionBy.length > 0 ? `PARTITION BY ${partitionBy.map(print).join(", ")}` : undefined,
    printOrder(orderBy, print),
  ].filter((clause) => clause !== undefined);
  return `ROW_NUMBER() OVER (${clauses.join(" ")})`;
}

/**
 * Prints ORDER BY, or nothing where no term orders rows. NULLs come last in either
 * direction, because defaults differ; literals are left out, because 1 would mean the first column.
 */
export function printOrder(
  orderBy: readonly Ordering[],
  print: (child: Expression) => string,
): string | undefined {
  const terms = orderBy
    .filter(({ by }) => !LITERALS.has(by.kind))
    .map(({ by, descending }) => `${print(by)} ${descending ? "DESC" : "ASC"} NULLS LAST`);
  return terms.length === 0 ? undefined : `ORDER BY ${terms.join(", ")}`;
}

const LITERALS: ReadonlySet<Expression["kind"]> = new Set(["double", "bigint", "text", "null"]);
