import { createPostgresEngine } from "../../../src/engines/postgres/index.js";
import { copyOf } from "../postgres/load-table.js";
import { startPostgres, whyNoPostgres } from "../servers/postgres.js";
import type { UnderTest } from "./under-test.js";

/** A PostgreSQL server. */
export const postgresql: UnderTest = {
  name: "postgresql",
  unavailable: whyNoPostgres(),
  slowSource:
    "SELECT COUNT(*) AS n FROM GENERATE_SERIES(1, 100000) AS a, GENERATE_SERIES(1, 100000000) AS b",
  rights: /^The user golden of PostgreSQL is a superuser and /,
  effects: [
    ["pg_read_file", "SELECT pg_read_file('/etc/hostname') AS a"],
    ["pg_ls_dir", "SELECT a FROM pg_ls_dir('/etc') AS a"],
    ["lo_import", `SELECT U&"\\006co_import"('/etc/hostname') AS a`],
    ["lo_export", "SELECT 1 AS a WHERE EXISTS (SELECT lo_export(1, '/tmp/x'))"],
    ["pg_sleep", "SELECT (a).pg_sleep FROM (SELECT FLOAT8 '600' AS a) AS s"],
    ["pg_sleep", "SELECT 1 AS a LIMIT CAST(CAST(pg_sleep(600) AS TEXT) AS INTEGER)"],
    ["pg_sleep", "SELECT SUM(1) OVER (ORDER BY pg_sleep(600) :: TEXT) AS a"],
    ["pg_terminate_backend", "SELECT pg_terminate_backend(pid) AS a FROM pg_stat_activity"],
    ["set_config", "SELECT set_config('default_transaction_read_only', 'off', FALSE) AS a"],
    ["query_to_xml", "SELECT query_to_xml('SELECT pg_sleep(600)', TRUE, TRUE, '') AS a"],
    ["pg_advisory_lock", "WITH x AS (SELECT pg_advisory_lock(1)) SELECT 1 AS a FROM x"],
    ["pg_notify", "SELECT pg_notify('a', 'b') AS a"],
    ["txid_current", "SELECT txid_current() AS a"],
    ["ids", "SELECT ids() AS a"],
    ["dblink", "SELECT a FROM dblink('host=127.0.0.1', 'SELECT 1') AS x(a INTEGER)"],
    ["crosstab", "SELECT a FROM crosstab('SELECT pg_sleep(600)') AS x(a TEXT, b TEXT)"],
    ["nextval", "SELECT nextval('numbers') AS a"],
  ],
  readings: [
    "SELECT pg_sleep AS a FROM (SELECT 'pg_sleep(1)' AS pg_sleep) AS s",
    "SELECT own(1) + ROW_NUMBER() OVER (ORDER BY random()) AS a FROM generate_series(1, 3)",
    "SELECT COUNT(*) FILTER (WHERE b ~ 'x' AND b = ANY(ARRAY['x'])) AS a FROM (VALUES ('x')) AS s(b)",
  ],
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
    server.run(
      "CREATE EXTENSION dblink; CREATE EXTENSION tablefunc; CREATE SEQUENCE numbers; CREATE FUNCTION ids() RETURNS BIGINT LANGUAGE SQL AS 'SELECT 1'; CREATE FUNCTION own(INTEGER) RETURNS BIGINT STABLE LANGUAGE SQL AS 'SELECT 1'; CREATE TABLE written (a INTEGER); CREATE ROLE reader LOGIN PASSWORD 'other'; GRANT SELECT ON written TO reader; CREATE ROLE writer LOGIN PASSWORD 'other'; GRANT INSERT ON written TO writer; GRANT pg_read_server_files TO writer",
    );
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
        hold,
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
          ...(hold === undefined ? {} : { hold }),
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
