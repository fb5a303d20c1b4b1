import type { Answer } from "./client.js";

const powers =
  "'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend'";
const own = "'pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace";

/** Asks for the user, and for what it may do beyond reading tables, in words. */
export const rightsQuery: string = `SELECT CURRENT_USER, ${[
  "CASE WHEN (SELECT r.rolsuper FROM pg_catalog.pg_roles AS r WHERE r.rolname = CURRENT_USER) THEN 'is a superuser' END",
  `CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_roles AS r WHERE r.rolname IN (${powers}) AND pg_catalog.pg_has_role(r.oid, 'MEMBER')) THEN 'may reach the server''s files or processes' END`,
  `CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class AS c WHERE c.relkind IN ('r', 'p', 'f') AND c.relnamespace NOT IN (${own}) AND pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')) THEN 'may write tables' END`,
].join(", ")}`;

/** The answer in a sentence; undefined where the user may do no more. */
export function rightsBeyond({ rows: [row = []] }: Answer): string | undefined {
  const [user, ...asked] = row;
  const rights = asked.filter((right) => right !== null);
  if (rights.length === 0) return undefined;
  return `The user ${user} of PostgreSQL ${rights.join(" and ")}. For studies that others write, use a user that has SELECT on the log and nothing else.`;
}
