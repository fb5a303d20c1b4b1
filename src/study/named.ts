import * as z from "zod";
import { showCount } from "../numeric/show-number.js";
import type { Field } from "./field.js";
import { asMapping } from "./mapping.js";
import { addIssue, type Place, within } from "./place.js";

/** A mapping from names of the user's own choice: policies, rewards, feeds. */
export function named<T>(
  one: Field<T>,
  expected: string,
  purpose: string,
): Field<Readonly<Record<string, T>>> {
  const read = (value: unknown, place: Place) => readNamed(one.read, expected, value, place);
  return { schema: z.record(z.string(), one.schema), expected, purpose, read };
}

/** Each name is asked for sums of its own: of more, no engine answers in reasonable time. */
const mostNames = 1000;

/** Reads every entry under its name; a name that no JavaScript object can hold safely is refused. */
function readNamed<T>(
  read: Field<T>["read"],
  expected: string,
  input: unknown,
  place: Place,
): Readonly<Record<string, T>> | undefined {
  const mapping = asMapping(input);
  if (mapping === undefined) {
    return addIssue(place, { code: "invalidValue", expected, came: input });
  }
  const count = Object.keys(mapping).length;
  if (count > mostNames) {
    const fewer = `at most ${showCount(mostNames)} names`;
    return addIssue(place, { code: "invalidValue", expected: fewer, came: count });
  }
  const entries = Object.entries(mapping).map(([name, value]) => {
    const here = within(place, name);
    return [name, isName(name, here) ? read(value, here) : undefined] as const;
  });
  const present = entries.filter((entry): entry is [string, T & {}] => entry[1] !== undefined);
  return Object.fromEntries(present);
}

/** Whether a name may be used; notes why not. */
export function isName(name: string, place: Place): boolean {
  if (name !== "" && name !== "__proto__") return true;
  const expected = "a name that is neither empty nor __proto__";
  addIssue(place, { code: "invalidName", expected, came: name });
  return false;
}
