import { createPostgresEngine } from "../../../src/engines/postgres/index.js";
import { copyOf } from "../postgres/load-table.js";
import { startPostgres, whyNoPostgres } from "../servers/postgres.js";
import type { UnderTest } from "./under-test.js";

/** A PostgreSQL server. */
export const postgresql: UnderTest = {
  name: "postgresql",
  unavailable: whyNoPostgres(),
  slowSource: "SELECT COUNT(*) AS n FROM PG_SLEEP(120)",
  manyRows: "SELECT CAST(a AS BIGINT) AS n FROM GENERATE_SERIES(1, 1000000) AS a",
  relations: 20,
  lacks: {
    files: "PostgreSQL reads tables",
    "missing files": "PostgreSQL reads tables",
    "text with NUL": "PostgreSQL's text holds no NUL",
  },
  start: async (logs) => {
    const server = await startPostgres();
    for (const log of logs) {
      const { create, copy, rows } = copyOf(log);
      server.run(create);
      server.run(copy, rows);
    }
    const working = `SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'hindcast' AND state <> 'idle' AND query <> 'SELECT 1'`;
    return {
      port: server.port,
      study: {
        engine: { postgres: server.url },
        env: { HINDCAST_POSTGRES_URL: server.url, HINDCAST_POSTGRES_PASSWORD: server.password },
      },
      connect: async ({
        timeout,
        credentials,
        silence,
        connectTimeout = 10,
        port = server.port,
      } = {}) => {
        const url = new URL(server.url);
        url.port = String(port);
        url.password = credentials === "wrong" ? "another-password" : server.password;
        return createPostgresEngine({
          url: url.href,
          connectTimeout,
          ...(timeout === undefined ? {} : { timeout }),
          ...(silence === undefined ? {} : { silence }),
        });
      },
      source: ({ name }) => ({ table: [name] }),
      rewrite: async ({ name }) => {
        server.run(
          `UPDATE "${name}" SET feed = feed WHERE feed = (SELECT MIN(feed) FROM "${name}")`,
        );
      },
      jobs: async () => Number(server.run(working)),
      pid: server.pid,
      stop: server.stop,
    };
  },
};
