import { InternalError } from "../../errors.js";
import { columnsOf } from "../columns.js";
import {
  caseWhen,
  cast,
  divide,
  double,
  type Expression,
  isNull,
  minus,
  type Operator,
  plus,
  times,
} from "../expression.js";
import { freePrefix } from "../free-prefix.js";
import { hoist } from "./hoist.js";
import { children, rewrite } from "./walk.js";

/**
 * ∂expression/∂node for every distinct node (by structuralKey) that `isVariable` accepts, in the
 * order in which they are met; a node that makes no difference to the DOUBLE `expression` is left
 * out. Conditions and orders are taken as constant: a clip has the slope of the branch taken. Where
 * the expression is not NULL the slope is not either, and it is 0 where the node is NULL (a look-up
 * beyond its table, say); where the expression is NULL the slope says nothing. Throws InternalError
 * where a node acts through floor, abs, a comparison, a cast to BIGINT and the like, or from within
 * an aggregate that is not a variable itself.
 *
 * Of `p_t / p_i` the slopes are `1 / p_i` and `-1 * ((p_t / p_i) / p_i)`.
 */
export function partials(
  expression: Expression,
  isVariable: (node: Expression) => boolean,
): readonly { readonly node: Expression; readonly slope: Expression }[] {
  // While a tree is differentiated, each variable is a column of a name that no column has.
  const names = [...columnsOf(expression)];
  const prefix = freePrefix("v", (candidate) => names.some((name) => name.startsWith(candidate)));
  const { take, columns } = hoist(prefix, isVariable);
  const tree = take(expression);
  const nodes = new Map(columns());
  const restore = (node: Expression): Expression =>
    node.kind === "column" ? (nodes.get(node.name) ?? node) : node;
  return columns().flatMap(([name, node]) => {
    const slope = derivative(tree, name);
    return slope === undefined ? [] : [{ node, slope: rewrite(slope, restore) }];
  });
}

type Slope = Expression | undefined;
type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

const zero = double(0);
const one = double(1);

function derivative(node: Expression, of: string): Slope {
  switch (node.kind) {
    case "column":
      return node.name === of ? one : undefined;
    case "call":
      return derivativeOfCall(node, of);
    case "case":
      return derivativeOfCase(node, of);
    case "cast":
      return node.to === "double" ? derivativeOfCast(node.value, of) : constant(node, of);
    default:
      return constant(node, of);
  }
}

function derivativeOfCall(node: Of<"call">, of: string): Slope {
  const { operator, args } = node;
  if (operator === "coalesce") return derivativeOfCoalesce(args, of);
  const [a, b] = args;
  if (!ARITHMETIC.has(operator) || a === undefined || b === undefined) return constant(node, of);
  const da = derivative(a, of);
  const db = derivative(b, of);
  if (operator === "+") return added(da, db);
  if (operator === "-") return added(da, negative(db));
  if (operator === "*") return added(product(da, b), product(a, db));
  return added(quotient(da, b), negative(quotient(product(node, db), b)));
}

const ARITHMETIC: ReadonlySet<Operator> = new Set<Operator>(["+", "-", "*", "/"]);

/** The slope of the first argument that is not NULL; the last needs no test. */
function derivativeOfCoalesce(args: readonly Expression[], of: string): Slope {
  const slopes = args.map((arg) => derivative(arg, of));
  const last = slopes.findLastIndex((slope) => slope !== undefined);
  const untested = last === args.length - 1;
  return args
    .slice(0, untested ? last : last + 1)
    .reduceRight<Slope>(
      (rest, arg, i) => caseWhen([{ when: isNull(arg), then: rest ?? zero }], slopes[i] ?? zero),
      untested ? slopes[last] : undefined,
    );
}

function derivativeOfCase({ branches, otherwise }: Of<"case">, of: string): Slope {
  const slopes = branches.map(({ then }) => derivative(then, of));
  const last = derivative(otherwise, of);
  if (last === undefined && slopes.every((slope) => slope === undefined)) return undefined;
  return caseWhen(
    branches.map(({ when }, i) => ({ when, then: slopes[i] ?? zero })),
    last ?? zero,
  );
}

/** Casts from the leaves on, so that a derivative has no BIGINT factor. */
function derivativeOfCast(value: Expression, of: string): Slope {
  const wide = (node: Expression): Expression => cast(node, "double");
  if (value.kind === "call" && WIDENED.has(value.operator)) {
    return derivativeOfCall({ ...value, args: value.args.map(wide) }, of);
  }
  if (value.kind !== "case") return derivative(value, of);
  const branches = value.branches.map(({ when, then }) => ({ when, then: wide(then) }));
  return derivativeOfCase({ ...value, branches, otherwise: wide(value.otherwise) }, of);
}

const WIDENED: ReadonlySet<Operator> = new Set<Operator>(["+", "-", "*", "coalesce"]);

/** No slope, of a node through which none may be taken. */
function constant(node: Expression, of: string): undefined {
  if (!depends(node, of)) return undefined;
  const what = node.kind === "call" ? `"${node.operator}"` : `"${node.kind}"`;
  throw new InternalError(
    `Expected variables in +, -, *, /, coalesce, CASE and casts to DOUBLE, but one acts through ${what}, which has no slope. Make the whole of it the variable.`,
  );
}

/** Whether a variable stands where a value is made, which is neither in a condition nor in an order. */
function depends(node: Expression, of: string): boolean {
  if (node.kind === "column") return node.name === of;
  if (node.kind === "rowNumber") return false;
  const values =
    node.kind === "case"
      ? [...node.branches.map(({ then }) => then), node.otherwise]
      : children(node);
  return values.some((value) => depends(value, of));
}

const literal = (slope: Slope): number | undefined =>
  slope?.kind === "double" ? slope.value : undefined;

const numeral = (value: number): Slope => (value === 0 ? undefined : double(value));

function added(a: Slope, b: Slope): Slope {
  if (a === undefined || b === undefined) return a ?? b;
  const [x, y] = [literal(a), literal(b)];
  if (x !== undefined && y !== undefined) return numeral(x + y);
  const subtracted = opposite(b);
  return subtracted === undefined ? plus(a, b) : minus(a, subtracted);
}

function negative(a: Slope): Slope {
  const x = literal(a);
  if (x !== undefined) return numeral(-x);
  return a && (opposite(a) ?? times(double(-1), a));
}

/** What `negative` was made of. */
function opposite(a: Expression): Slope {
  const [factor, rest] = a.kind === "call" && a.operator === "*" ? a.args : [];
  return literal(factor) === -1 ? rest : undefined;
}

function product(a: Slope, b: Slope): Slope {
  const [x, y] = [literal(a), literal(b)];
  if (a === undefined || b === undefined || x === 0 || y === 0) return undefined;
  if (x !== undefined && y !== undefined) return numeral(x * y);
  return x === 1 ? b : y === 1 ? a : times(a, b);
}

function quotient(a: Slope, b: Expression): Slope {
  return a === undefined || literal(b) === 1 ? a : divide(a, b);
}
