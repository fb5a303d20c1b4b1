/** What is wrong with a value of a file: the path of the field, and what was expected there. */
export interface Misfit {
  readonly path: string;
  readonly expected: string;
  readonly came: unknown;
}

/** Finds what is wrong with a value of a file where it must be a `T`; `is` never exists and ties it to that type. */
export type Shape<T> = ((value: unknown, path: string) => Misfit | undefined) & {
  readonly is?: (value: T) => T;
};

const where =
  <T>(expected: string, fits: (value: unknown) => boolean): Shape<T> =>
  (value, path) =>
    fits(value) ? undefined : { path, expected, came: value };

export const text = <T extends string = string>(): Shape<T> =>
  where("a text", (value) => typeof value === "string");

/** An infinity is written as a text, as study files do; by `JSON.stringify` it becomes null. */
const isNumber = (value: unknown): boolean =>
  typeof value === "number" || value === "inf" || value === "-inf";

export const number: Shape<number> = where("a number", isNumber);

export const limit: Shape<number> = where("a number", (value) => isNumber(value) || value === null);

export const flag: Shape<boolean> = where("true or false", (value) => typeof value === "boolean");

export const oneOf = <const T extends string | number | boolean>(
  ...values: readonly T[]
): Shape<T> =>
  where(values.length === 1 ? JSON.stringify(values[0]) : `one of ${values.join(", ")}`, (value) =>
    (values as readonly unknown[]).includes(value),
  );

export const nothing: Shape<null> = where("null", (value) => value === null);

export const absent: Shape<undefined> = where("nothing", (value) => value === undefined);

/** A mapping of which only that is known. */
export const mapping = <T extends object>(): Shape<T> => where("a mapping", isMapping);

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, path) =>
    value === null ? undefined : shape(value, path);

export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : shape(value, path);

/** A field that version 0.1.0 did not write. */
export const added = <T>(shape: Shape<T>): Shape<T> => optional(shape) as Shape<T>;

export const listOf =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) return { path, expected: "a list", came: value };
    for (const [at, item] of value.entries()) {
      const misfit = shape(item, `${path}[${at}]`);
      if (misfit !== undefined) return misfit;
    }
    return undefined;
  };

export const pair =
  <T>(shape: Shape<T>): Shape<readonly [T, T]> =>
  (value, path) =>
    Array.isArray(value) && value.length !== 2
      ? { path, expected: "a list of two", came: value }
      : listOf(shape)(value, path);

export const valuesOf =
  <T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  (value, path) => {
    if (!isMapping(value)) return { path, expected: "a mapping", came: value };
    return firstOf(Object.entries(value), ([name, item]) => shape(item, `${path}.${name}`));
  };

type Fields<T> = { readonly [Key in keyof T]-?: Shape<T[Key]> };

export const record =
  <T>(fields: Fields<T>): Shape<T> =>
  (value, path) => {
    if (!isMapping(value)) return { path, expected: "a mapping", came: value };
    const all = Object.entries(fields) as readonly (readonly [string, Shape<unknown>])[];
    return firstOf(all, ([name, shape]) =>
      shape(value[name], path === "" ? name : `${path}.${name}`),
    );
  };

/** Of two kinds of record the one that has a key, or the other. */
export const byKey =
  <With, Without>(
    key: keyof With & string,
    having: Shape<With>,
    lacking: Shape<Without>,
  ): Shape<With | Without> =>
  (value, path) =>
    (isMapping(value) && Object.hasOwn(value, key) ? having : lacking)(value, path);

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function firstOf<Each>(
  all: readonly Each[],
  misfitOf: (item: Each) => Misfit | undefined,
): Misfit | undefined {
  for (const item of all) {
    const misfit = misfitOf(item);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}
