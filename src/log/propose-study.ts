import type { ColumnType, SourceColumn } from "../sql/source-column.js";
import { keyOf, type Role } from "./role.js";
import { roles, rolesIn } from "./roles/index.js";

/** Columns that a study of a log may name, as their own names suggest; in the shape of a study file. */
export interface ProposedRoles {
  readonly log: Readonly<Record<string, string>>;
  readonly rewards: Readonly<Record<string, string>>;
  readonly policies: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the log section lacks to be fitted and evaluated: "trajectory (the key of a trajectory)". */
  readonly missing: readonly string[];
}

/** Roles of columns by what logs usually call them; Roles in `before` stand as they are. */
export function proposeRoles(
  columns: readonly SourceColumn[],
  before: Readonly<Record<string, string | undefined>> = {},
): ProposedRoles {
  const names = new Set(Object.values(before));
  const matches = (role: Role): readonly (readonly [column: string, owner: string])[] =>
    columns.flatMap(({ name, type }) => {
      const match = role.called?.exec(plainName(name));
      if (match === null || match === undefined || !accepts(role, type)) return [];
      return [[name, match.slice(1).find((group) => group !== undefined) ?? name]];
    });
  const log: Record<string, string> = {};
  for (const role of rolesIn("log")) {
    const key = keyOf(role);
    const column = before[key] ?? matches(role).find(([name]) => !names.has(name))?.[0];
    if (column === undefined) continue;
    log[key] = column;
    names.add(column);
  }
  const owned = (section: Role["in"]) =>
    roles
      .filter((role: Role) => role.in === section)
      .flatMap((role: Role) =>
        matches(role).flatMap(([column, owner]) =>
          names.has(column) ? [] : [{ key: keyOf(role), column, owner }],
        ),
      );
  const policies = owned("policy").map(
    ({ key, column, owner }) => [owner.replaceAll("_", "-"), { [key]: column }] as const,
  );
  return {
    log,
    rewards: Object.fromEntries(owned("reward").map(({ owner, column }) => [owner, column])),
    policies: Object.fromEntries(policies),
    missing: rolesIn("log")
      .filter((role: Role) => role.isNeededToFit === true && log[keyOf(role)] === undefined)
      .map((role) => `${keyOf(role)} (${role.words.purpose})`),
  };
}

/** "User Id", 'User "Id"', "user-id" and "userId" name what "user_id" names, and "Liked?" what "Liked" does. */
export const plainName = (name: string): string =>
  name
    .trim()
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, "_")
    .replace(/\?$|["`]/g, "")
    .replace(/[\s-]+/g, "_");

const accepts = (role: Role, type: ColumnType): boolean => role.accepts.includes(type);
