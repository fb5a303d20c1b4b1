import { InternalError } from "../errors.js";
import { apply, bigint, caseWhen, double, type Expression, nullOf, or } from "../sql/expression.js";
import type { SourceColumn } from "../sql/source-column.js";
import { isNumbered, keyOf, type LogOfRoles, type Role, type RoleUse } from "./role.js";

export interface ColumnUse extends RoleUse {
  readonly source: SourceColumn;
}

export const columnUses = ({ uses }: Pick<LogOfRoles, "uses">): readonly ColumnUse[] =>
  uses.filter((use): use is ColumnUse => typeof use.source !== "number");

export const useOf = (
  { uses }: Pick<LogOfRoles, "uses">,
  role: string,
  index = 0,
): RoleUse | undefined => uses.find((use) => use.role.name === role && use.index === index);

/** The role of that name. Throws an InternalError where the log's study cannot name it. */
export function roleNamed({ roles }: Pick<LogOfRoles, "roles">, name: string): Role {
  const role = roles.find((member) => member.name === name);
  if (role !== undefined) return role;
  throw new InternalError(`There is no role "${name}".`, { role: name });
}

/** The key of a role in study files, for messages: "loggingPolicy" of `logger`. */
export const studyKey = (log: Pick<LogOfRoles, "roles">, name: string): string =>
  keyOf(roleNamed(log, name));

/** The name of the column or the number, as fingerprints and messages write it. */
export const sourceText = ({ source }: RoleUse): string =>
  typeof source === "number" ? String(source) : source.name;

/** The canonical value of a use, over the source's columns. */
export function readUse({ role, source, fallback }: RoleUse): Expression {
  if (typeof source === "number")
    return role.survey === "whole" ? bigint(BigInt(source)) : double(source);
  const value = role.read(source);
  return fallback === undefined ? value : apply("coalesce", value, double(fallback));
}

/** The uses that bound a role's values from above, as far as the log has them. */
export const limitsOf = (
  log: Pick<LogOfRoles, "roles" | "uses">,
  { role, index }: Pick<RoleUse, "role" | "index">,
): readonly RoleUse[] =>
  (role.atMost ?? []).flatMap(({ name }) => {
    const bounding = log.roles.find((member) => member.name === name);
    if (bounding === undefined) return [];
    return useOf(log, name, isNumbered(bounding) ? index : 0) ?? [];
  });

/** Whether a row's value lies above a role that bounds it; undefined where none does. */
export function isBeyond(log: LogOfRoles, use: RoleUse): Expression | undefined {
  const bounds = limitsOf(log, use);
  return bounds.length === 0
    ? undefined
    : or(bounds.map((most) => apply(">", readUse(use), readUse(most))));
}

/** The canonical value of what a reward or a policy names: NULL above a role that bounds it. */
export function boundedValue(log: LogOfRoles, use: RoleUse): Expression {
  const beyond = isBeyond(log, use);
  const value = readUse(use);
  return beyond === undefined ? value : caseWhen([{ when: beyond, then: nullOf("bigint") }], value);
}

/** The canonical value of a role of the log itself, or what stands for it; undefined: no column. */
export function valueIn(log: LogOfRoles, role: Role): Expression | undefined {
  const use = useOf(log, role.name);
  if (use === undefined) return role.absent?.(log);
  if (log.someWithoutUser && role.whereNull !== undefined) return role.whereNull(log);
  const isWanted = role.onDemand !== true || isNeeded(log, role);
  return isWanted ? readUse(use) : undefined;
}

const isNeeded = ({ uses }: LogOfRoles, role: Role): boolean =>
  uses.some((use) => use.role.needs?.role.name === role.name);
