import { EngineError, InternalError, reason } from "../../errors.js";

/** The values of a column as an engine gives them; numbers without NULL may be a typed array. */
export type Values = Float64Array | BigInt64Array | readonly (number | bigint | string | null)[];

/**
 * A whole result in memory; results are small by design. `Name` is the union of its columns' names, so that
 * a misspelt one does not compile; at run time a column that is not there throws InternalError. A row that
 * is not there reads as NULL: it is what an aggregate of no rows gives.
 */
export interface Table<Name extends string = string> {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Values>;
  /** A number. Throws EngineError ("data") for NULL. */
  number(name: Name, row?: number): number;
  /** A sum that is NULL where no row was added up: 0 then. */
  numberOrZero(name: Name, row?: number): number;
  /** A number, or null for NULL. */
  numberOrNull(name: Name, row?: number): number | null;
  /** A text (numbers as they print), or null for NULL. */
  text(name: Name, row?: number): string | null;
  /** A column as numbers. Throws EngineError ("data") for NULL. */
  numbers(name: Name): Float64Array;
  /** A column of keys or sums that may be NULL, which is 0 then. */
  numbersOrZero(name: Name): Float64Array;
  /** A column as texts. */
  texts(name: Name): readonly (string | null)[];
}

/**
 * A table of columns that are equally long; `purpose` names the statement in errors.
 *
 * @example
 * tableOf(1, new Map([["found", [3n]]])).number("found"); // 3
 */
export function tableOf<Name extends string = string>(
  rows: number,
  columns: ReadonlyMap<string, Values>,
  purpose?: string,
): Table<Name> {
  const values = (name: string): Values => {
    const values = columns.get(name);
    if (values !== undefined) return values;
    const names = [...columns.keys()].map((key) => `"${key}"`).join(", ");
    throw new InternalError(`Expected a column "${name}" in a result, but it has ${names}.`);
  };
  const numberOrNull = (name: Name, row = 0): number | null =>
    toNumber(values(name)[row] ?? null, name);
  return Object.freeze({
    rows,
    columns,
    number: (name: Name, row = 0) => numberOrNull(name, row) ?? throwNull(name, purpose),
    numberOrZero: (name: Name, row = 0) => numberOrNull(name, row) ?? 0,
    numberOrNull,
    text: (name: Name, row = 0) => toText(values(name)[row] ?? null),
    numbers: (name: Name) => asNumbers(values(name), name, () => throwNull(name, purpose)),
    numbersOrZero: (name: Name) => asNumbers(values(name), name, () => 0),
    texts: (name: Name) => asTexts(values(name)),
  });
}

/** A column of texts is given as it is: results may have a hundred thousand rows. */
function asTexts(values: Values): readonly (string | null)[] {
  const isText = (value: Values[number]): boolean => value === null || typeof value === "string";
  if (Array.isArray(values) && values.every(isText)) return values as readonly (string | null)[];
  return Array.from<Values[number], string | null>(values, toText);
}

function asNumbers(values: Values, name: string, ifNull: () => number): Float64Array {
  if (values instanceof Float64Array) return values.slice();
  if (values instanceof BigInt64Array) return asDoubles(values);
  const numbers = new Float64Array(values.length);
  for (let row = 0; row < numbers.length; row++) {
    const value = values[row] ?? null;
    numbers[row] = typeof value === "number" ? value : (toNumber(value, name) ?? ifNull());
  }
  return numbers;
}

/** The nearest doubles, without an object for each whole number. */
function asDoubles({ buffer, byteOffset, length }: BigInt64Array): Float64Array {
  const view = new DataView(buffer, byteOffset);
  const [low, high] = isLittleEndian ? [0, 4] : [4, 0];
  const numbers = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    const above = view.getInt32(8 * row + high, isLittleEndian);
    numbers[row] = above * 2 ** 32 + view.getUint32(8 * row + low, isLittleEndian);
  }
  return numbers;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function throwNull(column: string, purpose = "a result"): never {
  const message = `Expected a number in every row of the column "${column}" of "${purpose}", but a row holds NULL. Run the statement again; where its result came from a file, write NULL nowhere but where the statement gives it.`;
  throw new EngineError("data", reason("nullInResult", message, { column, purpose }));
}

function toNumber(value: Values[number], name: string): number | null {
  if (value === null) return null;
  if (typeof value !== "string") return Number(value);
  throw new InternalError(
    `Expected numbers in the column "${name}" of a result, but got "${value}".`,
  );
}

const toText = (value: Values[number] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
