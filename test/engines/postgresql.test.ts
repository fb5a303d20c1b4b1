import { expect, it } from "vitest";
import { createPostgresEngine } from "../../src/engines/postgres/index.js";
import { logColumns } from "../fixture/random-log.js";
import { engineSuite } from "./engine-suite.js";
import { execSuite } from "./exec-suite.js";
import { holdingSuite } from "./holding-suite.js";
import { copyOf } from "./postgres/load-table.js";
import { startPostgres, whyNoPostgres } from "./servers/postgres.js";
import { postgresql } from "./under-test/postgresql.js";

engineSuite(postgresql, (opened) => {
  holdingSuite(postgresql, opened);

  it.each([
    ["reader", undefined],
    [
      "writer",
      /^The user writer .* may reach the server's files or processes and may write tables/,
    ],
  ])("says what the user %s may do beyond reading", async (user, said) => {
    const url = `postgres://${user}:other@127.0.0.1:${opened().running.port}/postgres`;
    const engine = await createPostgresEngine({ url });
    const rights = await engine.rights?.();
    await engine.close();
    if (said === undefined) expect(rights).toBeUndefined();
    else expect(rights).toMatch(said);
  });
});

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
