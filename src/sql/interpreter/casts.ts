import type { ValueType } from "../expression.js";
import { dataError, notPortable } from "./failures.js";
import type { Value } from "./value.js";

type Present = Exclude<Value, null>;

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const INTEGER = /^\s*[+-]?\d+\s*$/;
const SPECIAL: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  "-inf": -Infinity,
  infinity: Infinity,
  "-infinity": -Infinity,
};

const CASTS: Readonly<Record<ValueType, (value: Present) => Value>> = {
  double: toDouble,
  bigint: toBigint,
  text: toText,
  date: toDate,
  boolean: toBoolean,
};

/**
 * CAST, restricted to what every engine does alike: of a DOUBLE only integers become BIGINT (engines
 * round or truncate), and no DOUBLE becomes text. Text that holds no such value is an EngineError.
 */
export function castValue(value: Value, to: ValueType): Value {
  return value === null ? null : CASTS[to](value);
}

function toDouble(value: Present): number {
  if (typeof value !== "string") return Number(value);
  const special = SPECIAL[value.trim().toLowerCase()];
  if (special !== undefined) return special;
  if (NUMBER.test(value)) return Number(value);
  throw dataError(`Expected text that is a number, but got "${value}".`);
}

function toBigint(value: Present): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number") return integerOf(value);
  if (INTEGER.test(value)) return within64(BigInt(value.trim().replace("+", "")));
  throw dataError(`Expected text that is an integer, but got "${value}".`);
}

function integerOf(value: number): bigint {
  if (!Number.isFinite(value)) throw dataError(`Expected a finite number, but got ${value}.`);
  if (!Number.isInteger(value)) throw notPortable("an integer: apply floor first", value);
  return within64(BigInt(value));
}

function within64(value: bigint): bigint {
  if (value === BigInt.asIntN(64, value)) return value;
  throw dataError(`Expected an integer within 64 bits, but got ${value}.`);
}

function toText(value: Present): string {
  if (typeof value === "number") throw notPortable("a value that all engines write alike", value);
  return String(value);
}

function toDate(value: Present): string {
  if (typeof value !== "string") throw notPortable("text or a date", value);
  const day = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(value)?.[0];
  if (day === undefined || Number.isNaN(Date.parse(day))) {
    throw dataError(`Expected a date like 2026-11-30, but got "${value}".`);
  }
  return day;
}

function toBoolean(value: Present): boolean {
  if (typeof value !== "string") return Boolean(value);
  const truth = { true: true, false: false }[value.toLowerCase()];
  if (truth === undefined) throw dataError(`Expected "true" or "false", but got "${value}".`);
  return truth;
}
