import { InternalError } from "../../errors.js";
import { postgresDialect } from "../../sql/dialects/postgres.js";
import type { Batch, BatchColumn, CallOptions, Engine, Plan, PlanType } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import { type Relation, type SourceRef, sourcesIn } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { type Keeper, keeperOf, readBy } from "../shared/keeper.js";
import { type OwnQueries, ownQueries } from "../shared/own-queries.js";
import { retrying } from "../shared/retrying.js";
import { type Answer, loadClient, type PostgresClient } from "./client.js";
import { postgresRows, requireTemporaryTables } from "./hold.js";
import { type PostgresOptions, type PostgresSettings, readSettings } from "./options.js";
import { requireReading } from "./reading-query.js";
import { type Asking, Server } from "./server.js";

/**
 * A PostgreSQL server, over its tables and views. Every transaction is read-only, but for temporary tables of its own with `hold`; an aborted signal cancels
 * the server's work. Throws StudyError for options that cannot be meant and UnsupportedError where the package
 * pg is not installed; the server is first asked when something is wanted of it.
 *
 * @example
 * const engine = await createPostgresEngine({ url: "postgres://reader@db.example.com/shop" });
 */
export async function createPostgresEngine(options: PostgresOptions): Promise<Engine> {
  const settings = readSettings(options);
  return engineOver(settings, await loadClient(settings));
}

export function engineOver(settings: PostgresSettings, create: () => PostgresClient): Engine {
  const server = new Server(settings, create);
  const look = ownQueries(
    async (sql, call) => void (await once(server, sql, call, requireReading)),
  );
  const rows = postgresRows((sql, call, answers) => once(server, sql, call, answers));
  const keeper = settings.hold ? keeperOf(rows) : undefined;
  const opened: EngineParts = { server, look, keeper };
  return Object.freeze({
    name: postgresDialect.name,
    dialect: postgresDialect,
    info: async () => ({
      version: String((await once(server, "SHOW server_version")).rows[0]?.[0]),
      cancel: "hard" as const,
      maxColumns: 1600,
      concurrency: settings.hold ? 1 : 2,
      ownHash: true,
    }),
    describe: (source: SourceRef, call: CallOptions = {}) => describe(opened, source, call),
    query: (plan: Plan, call: CallOptions = {}) => query(opened, plan, call),
    explain: (plan: Plan) => explain(opened, plan),
    ...(keeper && { release: keeper.release }),
    rights: async (call: CallOptions = {}) => rightsBeyond(await once(server, rightsQuery, call)),
    close: () => server.close(),
  });
}

interface EngineParts {
  readonly server: Server;
  readonly look: OwnQueries;
  readonly keeper: Keeper | undefined;
}

async function* query(
  { server, look, keeper }: EngineParts,
  plan: Plan,
  call: CallOptions,
): AsyncGenerator<Batch> {
  await look(sourcesIn(plan.relation), call);
  yield* readBy(keeper, plan, call, (held) => batchesOf(server, held, call));
}

async function* batchesOf(server: Server, plan: Plan, call: CallOptions): AsyncGenerator<Batch> {
  const sql = printPlan(plan, postgresDialect);
  const signal = server.obeying(call.signal);
  const answers = givesGroups(plan.relation) ? whole : fetched;
  const begin = async function* (): AsyncGenerator<Batch> {
    for await (const answer of server.on(sql, signal, (asking) => answers(asking, sql))) {
      const batch = batchOf(plan, answer);
      if (batch.rows > 0) yield batch;
    }
  };
  yield* retrying(begin, signal, () => (server.isKnown ? server.settings.patience : undefined));
}

/** Whether a relation has a row for each group: few, whatever it reads. */
function givesGroups(relation: Relation): boolean {
  if (relation.kind === "select") return givesGroups(relation.from);
  return relation.kind === "group";
}

// PostgreSQL runs no statement of a cursor in parallel.
async function* whole(asking: Asking, sql: string): AsyncGenerator<Answer> {
  yield await asking(sql);
}

const rowsAtOnce = 4096;

async function* fetched(asking: Asking, sql: string): AsyncGenerator<Answer> {
  await asking("BEGIN TRANSACTION READ ONLY");
  await asking(`DECLARE hindcast NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const answer = await asking(`FETCH ${rowsAtOnce} FROM hindcast`);
    yield answer;
    if (answer.rows.length < rowsAtOnce) break;
  }
  await asking("COMMIT");
}

async function once(
  server: Server,
  sql: string,
  call: CallOptions = {},
  answers: (asking: Asking, sql: string) => AsyncIterable<Answer> = whole,
): Promise<Answer> {
  const signal = server.obeying(call.signal);
  let answer: Answer = { fields: [], rows: [] };
  const begin = async function* (): AsyncGenerator<Batch> {
    for await (const next of server.on(sql, signal, (asking) => answers(asking, sql)))
      answer = next;
  };
  const patience = (): number | undefined =>
    server.isKnown ? server.settings.patience : undefined;
  for await (const _ of retrying(begin, signal, patience));
  return answer;
}

async function describe(
  { server, look }: EngineParts,
  source: SourceRef,
  call: CallOptions,
): Promise<readonly SourceColumn[]> {
  if (server.settings.hold) await once(server, "temporary tables", call, requireTemporaryTables);
  const sql = `SELECT * FROM ${postgresDialect.source(source)} AS s LIMIT 0`;
  await look([source], call);
  const { fields } = await once(server, sql, call);
  const names = fields.map(({ dataTypeID }) => `FORMAT_TYPE(${dataTypeID}, NULL)`);
  const { rows } = await once(server, `SELECT ${names.join(", ")}`, call);
  return fields.map(({ name }, i) => ({
    name,
    type: postgresDialect.columnType(String(rows[0]?.[i])),
  }));
}

async function explain({ server, look }: EngineParts, plan: Plan): Promise<string> {
  await look(sourcesIn(plan.relation), {});
  const { rows } = await once(server, `EXPLAIN ${printPlan(plan, postgresDialect)}`);
  return rows.map(([line]) => line).join("\n");
}

/** Numbers of PostgreSQL's types that may come back for each promised type: SUM of a BIGINT is NUMERIC. */
const promised: Readonly<Record<PlanType, readonly number[]>> = {
  double: [701],
  bigint: [20, 1700, 23, 21],
  text: [25, 1043],
};

const read: Readonly<Record<PlanType, (text: string) => number | bigint | string>> = {
  double: Number,
  bigint: BigInt,
  text: (text) => text,
};

function batchOf(plan: Pick<Plan, "columns" | "purpose">, answer: Answer): Batch {
  const { fields, rows } = answer;
  const columns = plan.columns.map(({ name, type }): [string, BatchColumn] => {
    const at = fields.findIndex((field) => field.name === name);
    const typeId = fields[at]?.dataTypeID;
    if (typeId === undefined || !promised[type].includes(typeId)) {
      const came = typeId === undefined ? "no such column" : `PostgreSQL's type ${typeId}`;
      throw new InternalError(
        `Expected the plan "${plan.purpose}" to give "${name}" as ${type}, but got ${came}.`,
      );
    }
    const values = rows.map((row) => {
      const text = row[at] ?? null;
      return text === null ? null : read[type](text);
    });
    return [name, values as BatchColumn];
  });
  return { rows: rows.length, columns: new Map(columns) };
}

const powers =
  "'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend'";
const system =
  "'pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace";

/** Asks for the user, and for what it may do beyond reading tables, in words. */
const rightsQuery: string = `SELECT CURRENT_USER, ${[
  "CASE WHEN (SELECT r.rolsuper FROM pg_catalog.pg_roles AS r WHERE r.rolname = CURRENT_USER) THEN 'is a superuser' END",
  `CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_roles AS r WHERE r.rolname IN (${powers}) AND pg_catalog.pg_has_role(r.oid, 'MEMBER')) THEN 'may reach the server''s files or processes' END`,
  `CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class AS c WHERE c.relkind IN ('r', 'p', 'f') AND c.relnamespace NOT IN (${system}) AND pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')) THEN 'may write tables' END`,
].join(", ")}`;

/** The answer in a sentence; undefined where the user may do no more. */
function rightsBeyond({ rows: [row = []] }: Answer): string | undefined {
  const [user, ...answers] = row;
  const rights = answers.filter((right) => right !== null);
  if (rights.length === 0) return undefined;
  return `The user ${user} of PostgreSQL ${rights.join(" and ")}. For studies that others write, use a user that has SELECT on the log and nothing else.`;
}
