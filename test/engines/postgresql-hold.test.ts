import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresEngine } from "../../src/engines/postgres/index.js";
import type { Engine, Plan } from "../../src/sql/engine.js";
import { column, count, sum } from "../../src/sql/expression.js";
import { plan } from "../../src/sql/plan.js";
import { from, group, type Keep, type SourceRef, select } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { startPgbouncer, whyNoPgbouncer } from "./servers/pgbouncer.js";
import { type PostgresServer, startPostgres, whyNoPostgres } from "./servers/postgres.js";
import { startProxy } from "./servers/proxy.js";
import { tellSkipped } from "./skipped.js";

const name = "rows held by postgresql";
const unavailable = whyNoPostgres();
tellSkipped({ name, unavailable });

const log: SourceRef = { kind: "table", name: ["log"] };
const child = fileURLToPath(new URL("holding-child.ts", import.meta.url));

/** A total of rows that several statements read. */
function totalOf(keep: Keep): Plan<"total"> {
  const rows = select(from(log), [["n", column("n")]], { keep });
  return plan("total", group(rows, [], [["total", sum(column("n"))]]), { total: "double" });
}

describe.skipIf(unavailable !== undefined)(name, () => {
  let server: PostgresServer | undefined;
  const running = (): PostgresServer => {
    if (server === undefined) throw new Error("PostgreSQL does not run.");
    return server;
  };
  const open = (port = running().port, user = "golden"): Promise<Engine> => {
    const url = `postgres://${user}:${running().password}@127.0.0.1:${port}/postgres`;
    return createPostgresEngine({ url, hold: true, connectTimeout: 10 });
  };
  const tables = (): number =>
    Number(
      running().run(
        "SELECT COUNT(*) FROM pg_class WHERE relname LIKE 'hindcast_held%' AND relkind = 'r'",
      ),
    );
  const total = async (engine: Engine, keep: Keep): Promise<number> =>
    (await collect(engine, totalOf(keep))).number("total");
  const tablesAre = async (expected: number, seconds: number): Promise<void> => {
    for (const end = Date.now() + 1000 * seconds; tables() !== expected && Date.now() < end; ) {
      await wait(50);
    }
    expect(tables()).toBe(expected);
  };

  beforeAll(async () => {
    server = await startPostgres();
    server.run(
      "CREATE TABLE log AS SELECT CAST(n AS DOUBLE PRECISION) AS n FROM GENERATE_SERIES(1, 1000) AS n; CREATE ROLE few LOGIN PASSWORD 'golden-password'; GRANT SELECT ON log TO few; REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC",
    );
  });
  afterAll(() => server?.stop());

  it("are read from a temporary table, until they are released or the engine is closed", async () => {
    const engine = await open();
    const [one, other] = [{}, {}];
    expect(await total(engine, one)).toBe(500500);
    running().run("UPDATE log SET n = n + 1 WHERE n = 1000");
    expect(await total(engine, one)).toBe(500500);
    expect(tables()).toBe(1);
    expect(await total(engine, other)).toBe(500501);
    expect(tables()).toBe(2);
    await engine.release?.(one);
    expect(tables()).toBe(1);
    await engine.close();
    await tablesAre(0, 5);
    running().run("UPDATE log SET n = n - 1 WHERE n = 1001");
  });

  it("are made again where the connection broke that had them", async () => {
    const proxy = await startProxy(running().port);
    const engine = await open(proxy.port);
    const keep: Keep = {};
    expect(await total(engine, keep)).toBe(500500);
    proxy.cut();
    await tablesAre(0, 5);
    expect(await total(engine, keep)).toBe(500500);
    expect(tables()).toBe(1);
    await engine.close();
    await proxy.end();
  });

  it("do not keep statements from running one after the other", async () => {
    const engine = await open();
    const keep: Keep = {};
    const totals = await Promise.all([1, 2, 3, 4].map(() => total(engine, keep)));
    expect(totals).toEqual([500500, 500500, 500500, 500500]);
    expect(tables()).toBe(1);
    await engine.close();
  });

  it("end with a statement that is given up, and the next makes them again", async () => {
    const engine = await open();
    const keep: Keep = {};
    expect(await total(engine, keep)).toBe(500500);
    const control = new AbortController();
    const sql =
      "SELECT CAST(a AS BIGINT) AS n FROM GENERATE_SERIES(1, 100000) AS a, GENERATE_SERIES(1, 100000) AS b";
    const slow = plan("slow", group(from({ kind: "sql", sql }), [], [["n", count()]]));
    const given = collect(engine, slow, { signal: control.signal });
    setTimeout(() => control.abort(), 300);
    await expect(given).rejects.toMatchObject({ failure: "cancelled" });
    expect(await total(engine, keep)).toBe(500500);
    await engine.close();
  });

  it("are not held where the statement that makes them fails, which then says why", async () => {
    const engine = await open();
    const rows = select(from(log), [["none", column("none")]], { keep: {} });
    const totals = plan("none", group(rows, [], [["total", count()]]));
    await expect(collect(engine, totals)).rejects.toThrow(/column "none"/);
    expect(tables()).toBe(0);
    await engine.close();
  });

  it.each([
    ["between statements", ""],
    [
      "while a statement runs",
      "SELECT CAST(a AS BIGINT) AS n FROM GENERATE_SERIES(1, 100000) AS a, GENERATE_SERIES(1, 100000) AS b WHERE a < b - 99999999",
    ],
  ])("are gone soon after the process was killed %s", async (_, slow) => {
    const url = `postgres://golden:${running().password}@127.0.0.1:${running().port}/postgres`;
    const options = JSON.stringify({ url, hold: true });
    const words = ["postgres", options, "SELECT n FROM log", slow];
    const killed = spawn(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), child, ...words],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const ended = once(killed, "exit");
    const [said] = await once(killed.stdout, "data");
    expect(String(said)).toBe("held 500500\n");
    if (slow !== "") await wait(500);
    expect(tables()).toBe(1);
    killed.kill("SIGKILL");
    await ended;
    await tablesAre(0, 10);
  });

  it("are refused for a user who may make no temporary table", async () => {
    const engine = await open(running().port, "few");
    await expect(engine.describe(log)).rejects.toThrow(
      /engine\.hold: true.*the user may make none in this database\. GRANT TEMPORARY/,
    );
    await engine.close();
  });

  it("are refused on a standby", async () => {
    const standby = await startPostgres({ standby: true });
    const engine = await open(standby.port);
    await expect(engine.describe(log)).rejects.toThrow(/it is a standby.*primary server/);
    await engine.close();
    await standby.stop();
  });

  const noPooler = whyNoPgbouncer();
  tellSkipped({ name: "holding behind PgBouncer", unavailable: noPooler });
  it.skipIf(noPooler !== undefined)("are refused behind a pooler of transactions", async () => {
    const pooler = await startPgbouncer(running());
    const engine = await open(Number(new URL(pooler.url).port));
    await expect(engine.describe(log)).rejects.toThrow(/a pooler stands before it/);
    await engine.close();
    await pooler.stop();
  });
});
