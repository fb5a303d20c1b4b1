import { reason, StudyError } from "../../errors.js";
import { postgresDialect } from "../../sql/dialects/postgres.js";
import type { Answer } from "./client.js";
import type { Asking } from "./server.js";

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Functions of PostgreSQL that it calls volatile, and that have no effect outside their query. */
const harmlessVolatile = names(
  "clock_timestamp current_query gen_random_uuid random random_normal setseed timeofday uuidv4 uuidv7",
);
/** Functions that it does not call volatile, and that run SQL in a text or take a number of a transaction. */
const doMore = names(
  "connectby crosstab crosstab2 crosstab3 crosstab4 crosstabn pg_current_xact_id txid_current xpath_table",
);

/**
 * Throws StudyError where a query of the user's own calls a function that does more than read and compute: a
 * transaction that is read-only does not keep `pg_read_file`, `lo_import` or `pg_terminate_backend` from working.
 * PostgreSQL itself says what is called: it prints a query that it has read and not run.
 */
export async function* requireReading(asking: Asking, sql: string): AsyncGenerator<Answer> {
  const query = `SELECT * FROM ${postgresDialect.source({ kind: "sql", sql })} AS s`;
  await asking("BEGIN TRANSACTION READ ONLY");
  await asking("SET LOCAL client_min_messages = log");
  await asking("SET LOCAL debug_print_parse = on");
  const prepared = await asking(`PREPARE hindcast AS ${query}`);
  await asking("DEALLOCATE hindcast");
  await asking("COMMIT");
  const refused = (await listed(asking, prepared.notices?.join("\n") ?? "")).find(doesMore);
  if (refused !== undefined) throw refusal(refused);
  yield prepared;
}

interface ListedFunction {
  readonly name: string;
  readonly schema: string;
  readonly isVolatile: boolean;
}

const doesMore = ({ name, schema, isVolatile }: ListedFunction): boolean =>
  isVolatile ? schema !== "pg_catalog" || !harmlessVolatile.has(name) : doMore.has(name);

/** The functions of a printed query: of calls, operators, aggregates and windows. */
async function listed(asking: Asking, tree: string): Promise<readonly ListedFunction[]> {
  if (!tree.includes(":rtable")) throw untold();
  const ids = [...tree.matchAll(/:(?:funcid|opfuncid|aggfnoid|winfnoid)\s+(\d+)/g)].map(
    ([, id]) => id,
  );
  if (ids.length === 0) return [];
  const { rows } = await asking(
    `SELECT p.proname, n.nspname, p.provolatile FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace WHERE p.oid IN (${[...new Set(ids)].join(", ")}) ORDER BY 1, 2`,
  );
  return rows.map(([name, schema, kind]) => ({
    name: String(name),
    schema: String(schema),
    isVolatile: kind === "v",
  }));
}

function refusal({ name, schema }: ListedFunction): StudyError {
  const remedy =
    schema === "pg_catalog"
      ? "Leave it out."
      : `If it only reads, let its owner declare it so (ALTER FUNCTION ${schema}.${name} STABLE); else leave it out.`;
  const message = `{ sql: … } calls ${name}, which may do more than read and compute. ${remedy}`;
  return new StudyError(reason("functionRefused", message, { function: name }));
}

const untold = (): StudyError =>
  new StudyError(
    reason(
      "functionRefused",
      "This server does not tell which functions a query calls (debug_print_parse), so that { sql: … } may do more than read. Make a view of the query, and name it: log.source: { table: … }.",
    ),
  );
