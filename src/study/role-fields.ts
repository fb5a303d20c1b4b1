import * as z from "zod";
import { type Constant, describeRole, type Role, type Section } from "../log/role.js";
import { type ColumnsOf, rolesIn } from "../log/roles/index.js";
import { column, type Field, leaf } from "./field.js";
import { addIssue, type Place, within } from "./place.js";

/** The keys under which a section of a study names the columns of its roles. */
export type RoleFields<In extends Section> = {
  readonly [F in keyof ColumnsOf<In>]-?: Field<NonNullable<ColumnsOf<In>[F]>>;
};

/** A field for every role of a section, under its key and, where that is another, its older one. */
export function roleFields<In extends Section>(section: In): RoleFields<In> {
  const fields = rolesIn(section).flatMap((role) => {
    const { field, key, constant } = role as Role;
    const ofColumn = columnField(sentence(role), constant);
    if (key === undefined) return [[field, ofColumn] as const];
    const older = { ...columnField(`The older spelling of ${key}.`, constant), deprecated: true };
    return [[key, ofColumn] as const, [field, older] as const];
  });
  return Object.fromEntries(fields) as RoleFields<In>;
}

/** What was read with every role under its field; one that is given in both spellings is refused. */
export function withOneSpelling<T extends object>(section: Section, read: T, place: Place): T {
  const values = new Map<string, unknown>(Object.entries(read));
  for (const { key, field } of rolesIn(section)) {
    if (key === undefined || !values.has(key)) continue;
    if (values.has(field)) {
      const expected = `only one of ${key} and ${field}, its older spelling`;
      addIssue(within(place, field), { code: "invalidValue", expected, came: values.get(field) });
    }
    values.set(field, values.get(key));
    values.delete(key);
  }
  return Object.fromEntries(values) as T;
}

function columnField(purpose: string, constant: Constant | undefined): Field<string | number> {
  if (constant === undefined) return column(purpose);
  const number = constant.whole ? z.int() : z.number();
  const value = z.union([z.string().min(1), number.gte(constant.low).lte(constant.high)]);
  return leaf(value, constant.expected, purpose);
}

function sentence(role: Role): string {
  const described = describeRole(role).replaceAll("`", "");
  const what = `${described.charAt(0).toUpperCase()}${described.slice(1)}.`;
  const without = role.words.without?.replaceAll("`", "");
  return without === undefined ? what : `${what} Without it: ${without}.`;
}
