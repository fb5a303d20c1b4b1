import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Operator } from "../expression.js";
import { dataError, notPortable } from "./failures.js";
import { compareValues, type Value } from "./value.js";

type Present = Exclude<Value, null>;
type Apply = (args: readonly Value[]) => Value;

const unary =
  (fn: (a: Present) => Value): Apply =>
  (args) => {
    const a = args[0] ?? null;
    return a === null ? null : fn(a);
  };

const binary =
  (fn: (a: Present, b: Present) => Value): Apply =>
  (args) => {
    const a = args[0] ?? null;
    const b = args[1] ?? null;
    return a === null || b === null ? null : fn(a, b);
  };

const comparison = (test: (order: number) => boolean): Apply =>
  binary((a, b) => test(compareValues(a, b)));

const arithmetic = (
  double: (a: number, b: number) => number,
  bigint: (a: bigint, b: bigint) => bigint,
): Apply =>
  binary((a, b) => {
    if (typeof a === "number" && typeof b === "number") return double(a, b);
    if (typeof a === "bigint" && typeof b === "bigint") return within64(bigint(a, b));
    throw notPortable("two DOUBLEs or two BIGINTs", a, b);
  });

const bits = (fn: (a: bigint, b: bigint) => bigint): Apply =>
  binary((a, b) => {
    if (typeof a === "bigint" && typeof b === "bigint") return fn(a, b);
    throw notPortable("two BIGINTs", a, b);
  });

const onDouble = (fn: (a: number) => Value): Apply =>
  unary((a) => {
    if (typeof a === "number") return fn(a);
    throw notPortable("a DOUBLE", a);
  });

export const OPERATORS: Readonly<Record<Operator, Apply>> = {
  "+": arithmetic(
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  "-": arithmetic(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  "*": arithmetic(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  "/": binary((a, b) => {
    if (typeof a === "number" && typeof b === "number") return a / b;
    throw notPortable("two DOUBLEs to divide", a, b);
  }),
  "=": comparison((order) => order === 0),
  "<>": comparison((order) => order !== 0),
  "<": comparison((order) => order < 0),
  "<=": comparison((order) => order <= 0),
  ">": comparison((order) => order > 0),
  ">=": comparison((order) => order >= 0),
  and: (args) => conjunction(args, false),
  or: (args) => conjunction(args, true),
  not: unary((a) => !truth(a)),
  isNull: ([a]) => a === null,
  isFinite: onDouble(Number.isFinite),
  floor: onDouble(Math.floor),
  abs: unary((a) => {
    if (typeof a === "number") return Math.abs(a);
    if (typeof a === "bigint") return within64(a < 0n ? -a : a);
    throw notPortable("a number", a);
  }),
  coalesce: (args) => args.find((arg) => arg !== null) ?? null,
  concat: binary((a, b) => {
    if (typeof a === "string" && typeof b === "string") return a + b;
    throw notPortable("two texts to join", a, b);
  }),
  bitAnd: bits((a, b) => a & b),
  shiftRight: bits((a, b) => {
    if (a < 0n || b < 0n || b > 62n) throw notPortable("a ≥ 0 shifted by 0 to 62", a, b);
    return a >> b;
  }),
  hash10: unary((a) => {
    if (typeof a === "string") return hexPrefix(a, 3) >> 2n;
    throw notPortable("text to hash", a);
  }),
  nativeHash: unary((a) => hexPrefix(`${typeof a} ${a}`, 15)),
  rewrite: ([value = null, pattern, template]) => {
    if (value === null) return null;
    const written = String(template).replace(/\{(\d)\}/g, "$$$1");
    return String(value).replace(new RegExp(String(pattern)), written);
  },
  dayOf1970: unary((a) => new Date(Number(a) * 86_400_000).toISOString().slice(0, 10)),
  typeName: ([a = null]) => TYPE_NAMES[typeof a] ?? "other",
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  number: "double",
  bigint: "bigint",
  string: "text",
  boolean: "boolean",
};

/** AND where FALSE decides, OR where TRUE does; else NULL if any argument is unknown. */
function conjunction(args: readonly Value[], decisive: boolean): Value {
  let [isDecided, isUnknown] = [false, false];
  for (const arg of args) {
    if (arg === null) isUnknown = true;
    else if (truth(arg) === decisive) isDecided = true;
  }
  if (isDecided) return decisive;
  return isUnknown ? null : !decisive;
}

function truth(value: Present): boolean {
  if (typeof value === "boolean") return value;
  throw notPortable("a condition", value);
}

function within64(value: bigint): bigint {
  if (value === BigInt.asIntN(64, value)) return value;
  throw dataError(`A BIGINT must lie within 64 bits, but a result is ${value}.`);
}

function hexPrefix(text: string, digits: number): bigint {
  return BigInt(`0x${bytesToHex(md5(utf8ToBytes(text))).slice(0, digits)}`);
}
