import { InternalError } from "../errors.js";
import type { BoundLog } from "./bind.js";
import { type CanonicalColumn, columnOf, isNumbered, type Role, type RoleUse } from "./role.js";
import { limitsOf, sourceText, useOf } from "./role-use.js";
import { type Member, type RoleName, roles } from "./roles/index.js";

/** The canonical columns by their roles; those of rewards and policies by their place in the study. */
export type Canonical = {
  readonly [M in Member as M["name"]]: M["in"] extends "reward" | "policy"
    ? (index: number) => CanonicalColumn
    : CanonicalColumn;
};

const entries = roles.map((role: Role) => [
  role.name,
  isNumbered(role) ? (index: number) => columnOf(role, index) : columnOf(role),
]);

export const canonical: Canonical = Object.freeze(Object.fromEntries(entries));

export const trajectoryKeys: readonly string[] = [canonical.trajectory.name, canonical.feed.name];

/** The role and the number in a column's name: `h_reward_0` is the reward's first. */
function placeOf(
  name: string,
  members: readonly Role[],
): { readonly role: Role; readonly index: number } | undefined {
  const [, alias = name, digits] = /^(h_[a-z]+)_(\d+)$/.exec(name) ?? [];
  const role = members.find(
    (member) => member.alias === alias && isNumbered(member) === (digits !== undefined),
  );
  return role === undefined ? undefined : { role, index: Number(digits ?? 0) };
}

/** Whether a column is the canonical one of a role; `isColumnOf("h_reward_3", "reward")` is true. */
export const isColumnOf = (name: string, role: RoleName): boolean =>
  placeOf(name, roles)?.role.name === role;

/**
 * The use that fills a canonical column, its role's or that of a role that derives it; undefined where the
 * log has neither. Throws an InternalError for a column that no role has.
 */
export function useFilling(log: BoundLog, name: string): RoleUse | undefined {
  return useAt(log, placeIn(log, name));
}

/** Where a canonical column of a log comes from. Throws an InternalError for one that it does not have. */
export function originOf(
  log: BoundLog,
  name: string,
): { readonly role: Role; readonly use: RoleUse | undefined } {
  const place = placeIn(log, name);
  const use = useAt(log, place);
  if (use !== undefined || place.role.absent !== undefined) return { role: place.role, use };
  throw new InternalError(`This log has no canonical column "${name}".`, { column: name });
}

function placeIn(log: BoundLog, name: string): { readonly role: Role; readonly index: number } {
  const place = placeOf(name, log.roles);
  if (place !== undefined) return place;
  throw new InternalError(`No role has a canonical column "${name}".`, { column: name });
}

const useAt = (
  log: BoundLog,
  { role, index }: { readonly role: Role; readonly index: number },
): RoleUse | undefined =>
  useOf(log, role.name, index) ??
  log.uses.find((use) => use.role.derives?.fills.name === role.name && use.index === index);

/**
 * What a canonical column adds to a fingerprint: the role and the source's column, so that sums of two
 * columns never have one fingerprint. Throws an InternalError for a column that the log does not have.
 */
export function meaningOf(log: BoundLog, name: string): string {
  const { role, use } = originOf(log, name);
  if (use === undefined) return `${role.alias}:`;
  if (use.role.name !== role.name && use.role.derives !== undefined)
    return use.role.derives.meaning(use);
  const meaning = role.meaning?.(use) ?? `${role.alias}:${sourceText(use)}`;
  const said = role.readAs && new Map<string, unknown>(Object.entries(log.spec)).get(role.readAs);
  return [
    meaning,
    ...(said === undefined ? [] : [String(said)]),
    ...limitsOf(log, use).map((most) => `up to ${sourceText(most)}`),
  ].join(":");
}

/** Whether a canonical column holds whole numbers alone, as its source's type tells. */
export function isWholeColumn(log: BoundLog, name: string): boolean {
  const use = useFilling(log, name);
  if (use === undefined) return false;
  const { source, fallback = 0 } = use;
  if (typeof source === "number") return Number.isInteger(source);
  return (source.type === "bigint" || source.type === "boolean") && Number.isInteger(fallback);
}
