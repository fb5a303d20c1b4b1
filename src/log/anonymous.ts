import { apply, bigint, cast, type Expression, minus, plus, text } from "../sql/expression.js";
import type { LogOfRoles } from "./role.js";
import { readUse, useOf } from "./role-use.js";

/**
 * A trajectory without a user is a user of its own, whose key is made of the trajectory's: of whole numbers with
 * another bit 62, else as text. Different trajectories have different keys, and what users are called seldom looks so.
 */
const bit62 = 1n << 62n;
const prefix = "(no user) ";

/** The key of a row's user where some rows have none. */
export function userOrOwn(log: LogOfRoles, trajectory: Expression | undefined): Expression {
  const use = useOf(log, "user");
  if (use === undefined || trajectory === undefined)
    throw new RangeError("Expected a log with users.");
  const user = readUse(use);
  if (!hasWholeUsers(log)) {
    const id = apply("concat", text(prefix), cast(trajectory, "text"));
    return apply("coalesce", cast(user, "text"), id);
  }
  const id = apply("bitAnd", trajectory, bigint(bit62));
  return apply("coalesce", user, plus(minus(trajectory, id), minus(bigint(bit62), id)));
}

/** Whether keys of users are whole numbers: where some have none, those of trajectories must be, too. */
export function hasWholeUsers({ spec, types, someWithoutUser }: LogOfRoles): boolean {
  const isWhole = (name: string | undefined): boolean =>
    name === undefined || types.get(name) === "bigint";
  return isWhole(spec.user) && (someWithoutUser !== true || isWhole(spec.trajectory));
}

/** Whether a user is that of a trajectory without one, both as text. */
export function isOwnUser(log: LogOfRoles, user: string, trajectory: string): boolean {
  if (log.someWithoutUser !== true) return false;
  if (!hasWholeUsers(log)) return user === `${prefix}${trajectory}`;
  return (BigInt(user) ^ bit62) === BigInt(trajectory);
}
