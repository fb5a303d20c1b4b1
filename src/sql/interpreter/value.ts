import { InternalError } from "../../errors.js";

/** A value in memory: DOUBLE is a number, BIGINT a bigint, DATE an ISO string, NULL null. */
export type Value = number | bigint | string | boolean | null;

/** A row in memory, by column name. */
export type Row = Readonly<Record<string, Value>>;

/** Tables in memory, by name. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

type Present = Exclude<Value, null>;

/**
 * Negative, zero or positive as `a` comes before, with or after `b`. As in SQL engines NaN equals
 * itself and follows all other numbers; text is ordered by code points. Throws InternalError for
 * values of two types.
 */
export function compareValues(a: Present, b: Present): number {
  if (typeof a === "number" && typeof b === "number") return compareNumbers(a, b);
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  requireSameType(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Throws InternalError unless both are numbers, bigints, texts or booleans. */
export function requireSameType(a: Present, b: Present): void {
  if (typeof a === typeof b) return;
  throw new InternalError(
    `Expected values of one type, but got ${typeof a} (${a}) and ${typeof b} (${b}). Cast one.`,
  );
}

function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareText(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (isWithinPair(a, at) || isWithinPair(b, at)) at--;
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}

const isWithinPair = (text: string, at: number): boolean =>
  at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;

/** The same key in a Map for values that group together: NULLs, NaNs, and 0 with −0. */
export function groupingKey(values: readonly Value[]): Value {
  const [only = null] = values;
  return values.length === 1 ? only : joined(values);
}

function joined(values: readonly Value[]): string {
  let key = "";
  for (const value of values) {
    const text = String(value);
    key += `${typeof value} ${text.length} ${text} `;
  }
  return key;
}
