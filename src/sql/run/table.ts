import { InternalError } from "../../errors.js";

/** The values of a column as an engine gives them. */
type Values = readonly (number | bigint | string | null)[];

/**
 * A whole result in memory; results are small by design. `Name` is the union of its columns' names, so that
 * a misspelt one does not compile; at run time a column that is not there throws InternalError. A row that
 * is not there reads as NULL: it is what an aggregate of no rows gives.
 */
export interface Table<Name extends string = string> {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, Values>;
  /** A number; NULL is 0, as for the sum of no rows. */
  number(name: Name, row?: number): number;
  /** A number, or null for NULL. */
  numberOrNull(name: Name, row?: number): number | null;
  /** A text (numbers as they print), or null for NULL. */
  text(name: Name, row?: number): string | null;
  /** A column as numbers; NULL is 0. */
  numbers(name: Name): Float64Array;
  /** A column as texts. */
  texts(name: Name): readonly (string | null)[];
}

/**
 * A table of columns that are equally long.
 *
 * @example
 * tableOf(1, new Map([["found", [3n]]])).number("found"); // 3
 */
export function tableOf<Name extends string = string>(
  rows: number,
  columns: ReadonlyMap<string, Values>,
): Table<Name> {
  const values = (name: string): Values => {
    const found = columns.get(name);
    if (found !== undefined) return found;
    const given = [...columns.keys()].map((key) => `"${key}"`).join(", ");
    throw new InternalError(`Expected a column "${name}" in a result, but it has ${given}.`);
  };
  return Object.freeze({
    rows,
    columns,
    number: (name: Name, row = 0) => toNumber(values(name)[row] ?? null, name) ?? 0,
    numberOrNull: (name: Name, row = 0) => toNumber(values(name)[row] ?? null, name),
    text: (name: Name, row = 0) => toText(values(name)[row] ?? null),
    numbers: (name: Name) => Float64Array.from(values(name), (value) => toNumber(value, name) ?? 0),
    texts: (name: Name) => values(name).map(toText),
  });
}

function toNumber(value: Values[number], name: string): number | null {
  if (value === null) return null;
  if (typeof value !== "string") return Number(value);
  throw new InternalError(
    `Expected numbers in the column "${name}" of a result, but got "${value}".`,
  );
}

const toText = (value: Values[number]): string | null => (value === null ? null : String(value));
