import { InternalError } from "../errors.js";
import type { Expression, Operator } from "./expression.js";
import { dataError, notPortable } from "./interpreter/failures.js";

type Cells = readonly (number | null)[];
/** Inside, TRUE is 1, FALSE is 0 and an unknown value is null. */
type Reader = (row: Cells) => number | null;

/**
 * The value of a numeric expression as a function of a row of numbers, which stand in the order of
 * `columns`: for arithmetic over many cells, as the interpreter does it (three-valued logic, NaN
 * equal to itself and above all other numbers), but far faster. NULL is null, never NaN. BIGINTs are
 * numbers below 2^53; a tree that mixes them with DOUBLEs is not refused, and a cast to DOUBLE gives 0
 * for −0. Throws InternalError for text, dates, bits, hashes, aggregates, row numbers and columns that
 * are not given; the function itself throws where a DOUBLE that is not an integer is cast to BIGINT.
 *
 * `compile(over(column("a"), column("b")), ["a", "b"])([3, 4])` is 0.75.
 */
export function compile(
  expression: Expression,
  columns: readonly string[],
): (row: readonly (number | null)[]) => number | null {
  const inner = (node: Expression): Reader => compile(node, columns);
  switch (expression.kind) {
    case "column":
      return readColumn(expression.name, columns);
    case "double":
      return constant(expression.value);
    case "bigint":
      return constant(safeInteger(expression.value));
    case "null":
      return () => null;
    case "call":
      return calling(expression.operator, expression.args.map(inner));
    case "case":
      return choosing(
        expression.branches.map(({ when, then }) => ({ when: inner(when), then: inner(then) })),
        inner(expression.otherwise),
      );
    case "cast":
      if (expression.to === "double") return map(inner(expression.value), (x) => x + 0);
      if (expression.to === "bigint") return map(inner(expression.value), integer);
      throw unknown(`a cast to ${expression.to}`);
    case "lookup":
      return entry(expression.table, inner(expression.index));
    case "text":
    case "aggregate":
    case "rowNumber":
      throw unknown(expression.kind);
    default:
      return expression satisfies never;
  }
}

const unknown = (what: string): InternalError =>
  new InternalError(`Expected an expression of numbers in one row, but it contains ${what}.`);

function readColumn(name: string, columns: readonly string[]): Reader {
  const at = columns.indexOf(name);
  if (at < 0) {
    throw new InternalError(
      `Expected a column that is given (${columns.join(", ")}), but "${name}" is read.`,
    );
  }
  return (row) => row[at] ?? null;
}

function constant(value: number): Reader {
  const written = value + 0; // −0 is printed as 0
  return () => written;
}

function safeInteger(value: bigint): number {
  if (Number.isSafeInteger(Number(value))) return Number(value);
  throw unknown(`the BIGINT ${value}, which lies beyond 2^53`);
}

function integer(value: number): number {
  if (Number.isInteger(value)) return value + 0;
  if (Number.isFinite(value)) throw notPortable("an integer: apply floor first", value);
  throw dataError(`Expected a finite number, but got ${value}.`);
}

function entry(table: readonly number[], index: Reader): Reader {
  return (row) => {
    const i = index(row);
    return i === null ? null : (table[i - 1] ?? null);
  };
}

function choosing(
  branches: readonly { readonly when: Reader; readonly then: Reader }[],
  otherwise: Reader,
): Reader {
  return (row) => {
    for (const { when, then } of branches) if (when(row) === 1) return then(row);
    return otherwise(row);
  };
}

type Call = (args: readonly Reader[]) => Reader;

function calling(operator: Operator, args: readonly Reader[]): Reader {
  const call = CALLS[operator];
  if (call === undefined) throw unknown(`"${operator}"`);
  return call(args);
}

function map(read: Reader, fn: (x: number) => number): Reader {
  return (row) => {
    const x = read(row);
    return x === null ? null : fn(x);
  };
}

const unary =
  (fn: (x: number) => number): Call =>
  (args) =>
    map(only(args), fn);

function only([a, ...rest]: readonly Reader[]): Reader {
  if (a !== undefined && rest.length === 0) return a;
  throw unknown("a call that does not have one argument");
}

const binary =
  (fn: (x: number, y: number) => number): Call =>
  ([a, b, ...rest]) => {
    if (a === undefined || b === undefined || rest.length > 0) {
      throw unknown("a call that does not have two arguments");
    }
    return (row) => {
      const x = a(row);
      if (x === null) return null;
      const y = b(row);
      return y === null ? null : fn(x, y);
    };
  };

const test = (fn: (x: number, y: number) => boolean): Call => binary((x, y) => (fn(x, y) ? 1 : 0));

const same = (x: number, y: number): boolean => x === y || (Number.isNaN(x) && Number.isNaN(y));
const below = (x: number, y: number): boolean => x < y || (Number.isNaN(y) && !Number.isNaN(x));

const CALLS: Readonly<Partial<Record<Operator, Call>>> = {
  "+": binary((x, y) => x + y),
  "-": binary((x, y) => x - y),
  "*": binary((x, y) => x * y),
  "/": binary((x, y) => x / y),
  "=": test(same),
  "<>": test((x, y) => !same(x, y)),
  "<": test(below),
  "<=": test((x, y) => !below(y, x)),
  ">": test((x, y) => below(y, x)),
  ">=": test((x, y) => !below(x, y)),
  and: decidedBy(0),
  or: decidedBy(1),
  not: unary((x) => 1 - x),
  isNull: (args) => {
    const read = only(args);
    return (row) => (read(row) === null ? 1 : 0);
  },
  isFinite: unary((x) => (Number.isFinite(x) ? 1 : 0)),
  floor: unary(Math.floor),
  abs: unary(Math.abs),
  coalesce: (args) => (row) => {
    for (const arg of args) {
      const value = arg(row);
      if (value !== null) return value;
    }
    return null;
  },
};

/** AND where FALSE decides, OR where TRUE does; else NULL if any argument is unknown. */
function decidedBy(decisive: 0 | 1): Call {
  return (args) => (row) => {
    let unknowns = 0;
    for (const arg of args) {
      const value = arg(row);
      if (value === decisive) return decisive;
      if (value === null) unknowns++;
    }
    return unknowns > 0 ? null : 1 - decisive;
  };
}
