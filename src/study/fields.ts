import * as z from "zod";
import type { Field } from "./field.js";
import { asMapping } from "./mapping.js";
import { addIssue, type Place, within } from "./place.js";

export type Fields = Readonly<Record<string, Field<unknown>>>;

type ValueOf<F> = F extends Field<infer T> ? T : never;

/** What reading gives: every valid key that is there, and the defaults of those that are not. */
export type Values<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly default: unknown } ? K : never]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends { readonly default: unknown } ? never : K]?: ValueOf<F[K]>;
};

/** The same, where every required key was read. */
export type Whole<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Always ? K : never]: ValueOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Always ? never : K]?: ValueOf<F[K]>;
};

type Always = { readonly default: unknown } | { readonly required: true };

/** A mapping with these keys and no others; nothing where a required one is missing or wrong. */
export function mapping<F extends Fields>(
  fields: F,
  expected: string,
  purpose: string,
): Field<Whole<F>> {
  const needed = Object.keys(fields).filter((name) => fields[name]?.required === true);
  const read = (value: unknown, place: Place): Whole<F> | undefined => {
    const values = readFields(fields, value, place);
    const isWhole = values !== undefined && needed.every((name) => Object.hasOwn(values, name));
    return isWhole ? (values as unknown as Whole<F>) : undefined;
  };
  return { schema: fieldsSchema(fields), expected, purpose, read };
}

export function made<T, U>(
  { schema, expected, purpose, read }: Field<T>,
  make: (value: T, place: Place) => U | undefined,
): Field<U> {
  const readAndMake = (value: unknown, place: Place): U | undefined => {
    const input = read(value, place);
    return input === undefined ? undefined : make(input, place);
  };
  return { schema, expected, purpose, read: readAndMake };
}

/** A field whose value, once it is without a mistake, must stand up to a check, which may give another one. */
export function checked<T, U>(
  field: Field<T>,
  check: (read: T, place: Place, came: unknown) => U | undefined,
): Field<U> {
  const { schema, expected, purpose } = field;
  const read = (value: unknown, place: Place): U | undefined => {
    const before = place.issues.length;
    const input = field.read(value, place);
    if (input === undefined || place.issues.length > before) return undefined;
    return check(input, place, value);
  };
  return { schema, expected, purpose, read };
}

/** A field with several forms: by its look a value is of one of them. */
export function either<T>(
  forms: readonly Field<T>[],
  formOf: (value: unknown) => Field<T>,
  expected: string,
  purpose: string,
): Field<T> {
  const schema = z.union(forms.map((form) => form.schema));
  return { schema, expected, purpose, read: (value, place) => formOf(value).read(value, place) };
}

export function listOf<T>(one: Field<T>, expected: string, purpose: string): Field<readonly T[]> {
  const read = (value: unknown, place: Place): readonly T[] | undefined => {
    if (!Array.isArray(value) || value.length === 0) {
      return addIssue(place, { code: "invalidValue", expected, came: value });
    }
    const items = value.map((item, at) => one.read(item, within(place, at)));
    return items.filter((item) => item !== undefined);
  };
  return { schema: z.array(one.schema).min(1), expected, purpose, read };
}

/** Reads a mapping key by key and notes each unknown, missing or invalid one. */
export function readFields<F extends Fields>(
  fields: F,
  input: unknown,
  place: Place,
): Values<F> | undefined {
  const mapping = asMapping(input);
  const names = Object.entries(fields).flatMap(([name, { deprecated }]) =>
    name === "$schema" || deprecated === true ? [] : [name],
  );
  if (mapping === undefined) {
    const expected = `a mapping with the keys ${names.join(", ")}`;
    return addIssue(place, { code: "invalidValue", expected, came: input });
  }
  for (const key of Object.keys(mapping)) {
    if (!Object.hasOwn(fields, key)) unknownKey(key, names, place);
  }
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    return [name, readField(field, value, within(place, name))] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Values<F>;
}

/** What was read, without holes, where the keys are a member's and not known to the compiler. */
export function present<T>(read: Readonly<Record<string, T | undefined>> = {}): Record<string, T> {
  const entries = Object.entries(read).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, T>;
}

/** Notes a key that the mapping at a place does not have. */
export function unknownKey(key: string, names: readonly string[], place: Place): undefined {
  const expected = `one of the keys ${names.join(", ")}`;
  return addIssue(within(place, key), {
    code: "unknownKey",
    expected,
    came: key,
    candidates: names,
  });
}

function readField(field: Field<unknown>, value: unknown, place: Place): unknown {
  if (value !== undefined) return field.read(value, place) ?? field.default;
  if (field.default !== undefined || !field.required) return field.default;
  return addIssue(place, { code: "missingKey", expected: field.expected, came: undefined });
}

export function fieldsSchema(fields: Fields): z.ZodType {
  const shape = Object.entries(fields).map(([name, field]) => [name, keySchema(field)] as const);
  return z.strictObject(Object.fromEntries(shape));
}

function keySchema(field: Field<unknown>): z.ZodType {
  const description = field.purpose;
  if (field.required) return field.schema.meta({ description });
  const standard = field.default === undefined ? {} : { default: field.default };
  const older = field.deprecated === true ? { deprecated: true } : {};
  return field.schema.optional().meta({ description, ...standard, ...older });
}
