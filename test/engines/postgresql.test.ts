import { logColumns } from "../fixture/random-log.js";
import { engineSuite } from "./engine-suite.js";
import { execSuite } from "./exec-suite.js";
import { copyOf } from "./postgres/load-table.js";
import { startPostgres, whyNoPostgres } from "./servers/postgres.js";
import { postgresql } from "./under-test/postgresql.js";

engineSuite(postgresql);

execSuite({
  name: "psql",
  unavailable: whyNoPostgres(),
  start: async (rows) => {
    const server = await startPostgres();
    const { create, copy, rows: lines } = copyOf({ name: "log", columns: logColumns, rows });
    server.run(create);
    server.run(copy, lines);
    return {
      dialect: "postgres",
      command: `${server.psql} -X --csv -q -v ON_ERROR_STOP=1`,
      source: { table: "log" },
      engine: server.url,
      env: { HINDCAST_POSTGRES_URL: server.url, HINDCAST_POSTGRES_PASSWORD: server.password },
      stop: server.stop,
    };
  },
});
