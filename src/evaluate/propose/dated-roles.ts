import { sourceRef } from "../../log/index.js";
import type { ProposedRoles } from "../../log/propose-study.js";
import type { Connection } from "../../sql/index.js";
import { dayIn } from "./day-in.js";
import type { FileGroup } from "./propose-log.js";
import { namesIn } from "./roles-by-profile.js";

/** The roles with the day, which its values may show. */
export async function datedRoles(
  connection: Connection,
  { source: spec, columns }: FileGroup,
  roles: ProposedRoles,
): Promise<{ readonly dated: ProposedRoles; readonly dayFault: string | undefined }> {
  const free = columns.filter(({ name }) => !isTaken(roles, name));
  const { column, fault } = await dayIn(
    connection,
    { spec, source: sourceRef(spec), columns: free },
    roles.log.day,
  );
  return { dated: column === undefined ? roles : withDay(roles, column), dayFault: fault };
}

const isTaken = (roles: ProposedRoles, name: string): boolean =>
  name !== roles.log.day && namesIn(roles).includes(name);

const withDay = (roles: ProposedRoles, day: string): ProposedRoles => ({
  ...roles,
  log: { ...roles.log, day },
});
