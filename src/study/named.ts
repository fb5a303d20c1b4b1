import { showCount } from "../numeric/index.js";
import { asMapping } from "./mapping.js";
import { addIssue, type Place, within } from "./place.js";

/** A mapping from names of the user's own choice: policies, rewards, feeds. */
export interface Naming<T> {
  readonly expected: string;
  readonly read: (value: unknown, place: Place) => T | undefined;
}

/** Each name is asked for sums of its own: of more, no engine answers in reasonable time. */
const mostNames = 1000;

/** Reads every entry under its name; a name that no JavaScript object can hold safely is refused. */
export function readNamed<T>(
  naming: Naming<T>,
  input: unknown,
  place: Place,
): Readonly<Record<string, T>> | undefined {
  const mapping = asMapping(input);
  if (mapping === undefined) {
    return addIssue(place, { code: "invalidValue", expected: naming.expected, came: input });
  }
  const count = Object.keys(mapping).length;
  if (count > mostNames) {
    const expected = `at most ${showCount(mostNames)} names`;
    return addIssue(place, { code: "invalidValue", expected, came: count });
  }
  const entries = Object.entries(mapping).map(([name, value]) => {
    const here = within(place, name);
    return [name, isName(name, here) ? naming.read(value, here) : undefined] as const;
  });
  const read = entries.filter((entry): entry is [string, T & {}] => entry[1] !== undefined);
  return Object.fromEntries(read);
}

/** Whether a name may be used; notes why not. */
export function isName(name: string, place: Place): boolean {
  if (name !== "" && name !== "__proto__") return true;
  const expected = "a name that is neither empty nor __proto__";
  addIssue(place, { code: "invalidName", expected, came: name });
  return false;
}
