import * as z from "zod";
import type { ReasonCode } from "../codes.js";
import { houseMembers, type Members } from "./members.js";
import { addIssue, type Place } from "./place.js";

/** One key of a mapping: its schema for editors, and how it is read here. */
export interface Field<T> {
  readonly schema: z.ZodType;
  readonly expected: string;
  readonly purpose: string;
  readonly required?: true;
  readonly default?: T;
  /** An older spelling: it is read and not offered. */
  readonly deprecated?: boolean;
  /** The value in normal form, or undefined after a mistake. */
  readonly read: (value: unknown, place: Place) => T | undefined;
}

/** A field that its schema alone checks. */
export function leaf<T>(schema: z.ZodType<T>, expected: string, purpose: string): Field<T> {
  const read = (value: unknown, place: Place): T | undefined => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    return addIssue(place, { code: "invalidValue", expected, came: value });
  };
  return { schema, expected, purpose, read };
}

/** A field with one of a few names; a near miss is told which one it missed. */
export function nameAmong<const T extends string>(
  among: (members: Members) => readonly T[],
  purpose: string,
  { words = "one of", code = "invalidValue" }: { words?: string; code?: ReasonCode } = {},
): Field<T> {
  const expected = (members: Members): string => `${words} ${among(members).join(", ")}`;
  const read = (value: unknown, place: Place): T | undefined => {
    const candidates = among(place.members);
    const choice = candidates.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    return addIssue(place, { code, expected: expected(place.members), came: value, candidates });
  };
  const schema = z.enum(among(houseMembers));
  return { schema, expected: expected(houseMembers), purpose, read };
}

export const choice = <const T extends string>(choices: readonly T[], purpose: string): Field<T> =>
  nameAmong(() => choices, purpose);

export function column(purpose: string): Field<string> {
  return leaf(z.string().min(1), "a column's name", purpose);
}

export function required<F extends Field<unknown>>(field: F): F & { readonly required: true } {
  return { ...field, required: true };
}

/** The field with the value that it has when the key is absent. */
export function withDefault<T>(
  field: Field<T>,
  value: NoInfer<T>,
): Field<T> & { readonly default: T } {
  return { ...field, default: value };
}
