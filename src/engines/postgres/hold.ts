import { postgresDialect } from "../../sql/dialects/postgres.js";
import type { CallOptions } from "../../sql/engine.js";
import { type SourceRef, tableNamed } from "../../sql/relation.js";
import { moreThan, mostRowsOnDisk, type RowHolder } from "../shared/keeper.js";
import { optionError } from "../shared/option-error.js";
import type { Answer } from "./client.js";
import type { Asking } from "./server.js";

type Run = (
  sql: string,
  call: CallOptions,
  answers: (asking: Asking, sql: string) => AsyncIterable<Answer>,
) => Promise<Answer>;

/** Rows held in temporary tables of the one connection: they end with it, and nobody else sees them. */
export function postgresRows(run: Run): RowHolder {
  let tables = 0;
  return {
    dialect: postgresDialect,
    async hold(sql, _, call) {
      const table = tableNamed("pg_temp", `hindcast_held_${tables++}`);
      let reason = moreThan(mostRowsOnDisk);
      const fails = (cause: unknown): void => {
        reason = { why: cause instanceof Error ? cause.message : String(cause) };
      };
      const { rowCount } = await run(sql, call, (asking) => created(asking, table, sql, fails));
      return typeof rowCount === "number" ? table : reason;
    },
    drop: async (table) => {
      const sql = `DROP TABLE ${postgresDialect.source(table)}`;
      await run(sql, {}, (asking) => writing(asking, [sql]));
    },
  };
}

/** The answer that counts a table's rows; without a table where PostgreSQL refused to make it, or they are too many. */
async function* created(
  asking: Asking,
  table: SourceRef,
  sql: string,
  fails: (cause: unknown) => void,
): AsyncGenerator<Answer> {
  const name = postgresDialect.source(table);
  const rows = `SELECT * FROM (\n${sql}\n) AS s LIMIT ${mostRowsOnDisk + 1}`;
  const statements = [`CREATE TEMPORARY TABLE ${name} AS ${rows}`, `ANALYZE ${name}`];
  yield* writing(asking, statements, fails);
}

/** The first answer of statements in one transaction that may write; none, and nothing done, where one fails or makes too many rows. */
async function* writing(
  asking: Asking,
  statements: readonly string[],
  fails: (cause: unknown) => void = () => undefined,
): AsyncGenerator<Answer> {
  await asking("BEGIN TRANSACTION READ WRITE");
  try {
    const answers: Answer[] = [];
    for (const statement of statements) answers.push(await asking(statement));
    const isTooMuch = answers.some(({ rowCount }) => (rowCount ?? 0) > mostRowsOnDisk);
    await asking(isTooMuch ? "ROLLBACK" : "COMMIT");
    yield* isTooMuch ? [] : answers.slice(0, 1);
  } catch (cause) {
    fails(cause);
    await asking("ROLLBACK");
  }
}

const facts =
  "SELECT pg_catalog.pg_backend_pid(), CASE WHEN pg_catalog.pg_is_in_recovery() THEN 1 END, CASE WHEN NOT pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMPORARY') THEN 1 END";

/** Throws StudyError where rows cannot be held in temporary tables of this connection, and says why. */
export async function* requireTemporaryTables(asking: Asking): AsyncGenerator<Answer> {
  const answer = await asking(facts);
  const [process, standby, forbidden] = answer.rows[0] ?? [];
  if (standby !== null) {
    throw refusal(
      "but it is a standby, which makes none",
      "Name the primary server in engine.url, or leave hold out",
    );
  }
  if (Number(process) !== asking.processID) {
    throw refusal(
      "but a pooler stands before it, which may give each statement to another of the server's connections",
      "Name the server itself in engine.url, not the pooler, or leave hold out",
    );
  }
  if (forbidden !== null) {
    throw refusal(
      "but the user may make none in this database",
      "GRANT TEMPORARY ON DATABASE … TO the user, or leave hold out",
    );
  }
  yield answer;
}

const refusal = (but: string, whatToDo: string): Error =>
  optionError(
    "postgres",
    `Expected a server that holds rows in temporary tables (engine.hold: true), ${but}. ${whatToDo}: without it every statement reads the log.`,
  );
