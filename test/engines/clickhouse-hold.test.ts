import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ClickhouseOptions,
  createClickhouseEngine,
} from "../../src/engines/clickhouse/index.js";
import type { Engine, Plan } from "../../src/sql/engine.js";
import { column, sum } from "../../src/sql/expression.js";
import { plan } from "../../src/sql/plan.js";
import { from, group, type Keep, type SourceRef, select } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { whyUnavailable } from "./servers/cache.js";
import { startClickhouse } from "./servers/clickhouse.js";
import { startProxy } from "./servers/proxy.js";
import { tellSkipped } from "./skipped.js";

const name = "rows held by clickhouse";
const unavailable = whyUnavailable("chdb");
tellSkipped({ name, unavailable });

const login = { user: "golden", password: "golden-password" };
const child = fileURLToPath(new URL("holding-child.ts", import.meta.url));
const slow = "SELECT toInt64(count()) AS n FROM numbers(1000000000000) WHERE sin(number) < 2";
const ofQuery = (sql: string): SourceRef => ({ kind: "sql", sql });
const slowRows = select(from(ofQuery(slow)), [["n", column("n")]]);
const log = ofQuery("SELECT n FROM log");

/** A total of rows that several statements read. */
function totalOf(keep: Keep, source: SourceRef = log): Plan<"total"> {
  const rows = select(from(source), [["n", column("n")]], { keep });
  return plan("total", group(rows, [], [["total", sum(column("n"))]]), { total: "double" });
}

describe.skipIf(unavailable !== undefined)(name, () => {
  let server: Awaited<ReturnType<typeof startClickhouse>> | undefined;
  const port = (): number => server?.port ?? 0;
  const open = (options: Partial<ClickhouseOptions> = {}): Promise<Engine> =>
    createClickhouseEngine({
      ...login,
      url: `http://127.0.0.1:${port()}`,
      hold: true,
      connectTimeout: 10,
      ...options,
    });
  const said = async (path: string): Promise<readonly string[]> =>
    (await (await fetch(`http://127.0.0.1:${port()}/${path}`)).json()) as readonly string[];
  const write = async (statement: string): Promise<void> => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString("base64")}`,
    };
    const url = `http://127.0.0.1:${port()}/write`;
    const answer = await fetch(url, { method: "POST", body: statement, headers });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const total = async (engine: Engine, keep: Keep, source?: SourceRef): Promise<number> =>
    (await collect(engine, totalOf(keep, source))).number("total");
  const tables = async (): Promise<number> => (await said("held")).length;
  const running = async (): Promise<number> => (await said("running")).length;

  beforeAll(async () => {
    server = await startClickhouse(login);
    await write("CREATE TABLE log (n Float64) ENGINE = MergeTree ORDER BY n");
    await write("INSERT INTO log SELECT number + 1 FROM numbers(1000)");
  });
  afterAll(() => server?.stop());

  it("are read from a temporary table, until they are released or the engine is closed", async () => {
    const engine = await open();
    const [one, other] = [{}, {}];
    expect(await total(engine, one)).toBe(500500);
    await write("INSERT INTO log VALUES (0), (1)");
    expect(await total(engine, one)).toBe(500500);
    expect(await tables()).toBe(1);
    expect(await total(engine, other)).toBe(500501);
    expect(await tables()).toBe(2);
    await engine.release?.(one);
    expect(await tables()).toBe(1);
    await engine.close();
    expect(await tables()).toBe(0);
  });

  it("are held where they come from a table of the server, too", async () => {
    const engine = await open();
    expect(await total(engine, {}, { kind: "table", name: ["log"] })).toBe(500501);
    expect(await tables()).toBe(1);
    await engine.close();
  });

  it("are made again where the session was lost that had them", async () => {
    const engine = await open({ settings: { session_timeout: 1 } });
    const keep: Keep = {};
    expect(await total(engine, keep)).toBe(500501);
    await expect.poll(tables, { timeout: 5000 }).toBe(0);
    expect(await total(engine, keep)).toBe(500501);
    expect(await tables()).toBe(1);
    await engine.close();
  });

  it("outlast a connection that breaks", async () => {
    const proxy = await startProxy(port());
    const engine = await open({ url: `http://127.0.0.1:${proxy.port}` });
    const keep: Keep = {};
    expect(await total(engine, keep)).toBe(500501);
    proxy.cut();
    expect(await total(engine, keep)).toBe(500501);
    expect(await tables()).toBe(1);
    await engine.close();
    await proxy.end();
  });

  it("are read by one statement after the other, and by others next to them", async () => {
    const engine = await open();
    const keep: Keep = {};
    const control = new AbortController();
    const other = collect(engine, plan("slow", slowRows, { n: "bigint" }), {
      signal: control.signal,
    });
    other.catch(() => undefined);
    const totals = await Promise.all([1, 2, 3, 4].map(() => total(engine, keep)));
    expect(totals).toEqual([500501, 500501, 500501, 500501]);
    expect(await tables()).toBe(1);
    control.abort();
    await expect(other).rejects.toMatchObject({ failure: "cancelled" });
    await engine.close();
  });

  it("end with a statement that is given up while it makes them, and others are held", async () => {
    const engine = await open();
    const control = new AbortController();
    const given = collect(engine, totalOf({}, ofQuery(slow)), { signal: control.signal });
    given.catch(() => undefined);
    await expect.poll(running, { timeout: 10_000 }).toBe(1);
    const begun = Date.now();
    control.abort();
    await expect(given).rejects.toMatchObject({ failure: "cancelled" });
    expect(Date.now() - begun).toBeLessThan(2000);
    expect(await total(engine, {})).toBe(500501);
    expect(await tables()).toBe(1);
    await expect.poll(running, { timeout: 5000 }).toBe(0);
    await engine.close();
  });

  it("end where the time of the statement that makes them is over", async () => {
    const engine = await open({ timeout: 1 });
    const late = collect(engine, totalOf({}, ofQuery(slow)));
    await expect(late).rejects.toMatchObject({ code: "queryTimeout" });
    expect(await total(engine, {})).toBe(500501);
    await engine.close();
    expect(await tables()).toBe(0);
  });

  it("end with an engine that is closed while it makes them", async () => {
    const engine = await open();
    const given = collect(engine, totalOf({}, ofQuery(slow)));
    given.catch(() => undefined);
    await expect.poll(running, { timeout: 10_000 }).toBe(1);
    await engine.close();
    await expect(given).rejects.toMatchObject({ failure: "cancelled" });
    await expect.poll(running, { timeout: 5000 }).toBe(0);
    expect(await tables()).toBe(0);
  });

  it("are read by the next where a reader leaves early", async () => {
    const engine = await open();
    const keep: Keep = {};
    const rows = ofQuery("SELECT toFloat64(number) AS n FROM numbers(2000000)");
    const all = select(from(rows), [["n", column("n")]], { keep });
    for await (const batch of engine.query(plan("all", all, { n: "double" }))) {
      expect(batch.rows).toBeGreaterThan(0);
      break;
    }
    expect(await total(engine, keep, rows)).toBe(1999999000000);
    expect(await tables()).toBe(1);
    await engine.close();
  });

  it("are not held where the statement that makes them fails, which then says why", async () => {
    const engine = await open();
    const rows = select(from(log), [["none", column("none")]], { keep: {} });
    const none = plan("none", rows, { none: "double" });
    await expect(collect(engine, none)).rejects.toThrow(/column "none"/);
    expect(await tables()).toBe(0);
    await engine.close();
  });

  it.each([
    ["between statements", ""],
    ["while a statement runs", slow],
  ])("are gone when the session is over of a process that was killed %s", async (_, more) => {
    const options = { ...login, url: `http://127.0.0.1:${port()}`, hold: true };
    const short = JSON.stringify({ ...options, settings: { session_timeout: 3 } });
    const words = ["clickhouse", short, log.kind === "sql" ? log.sql : "", more];
    const killed = spawn(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), child, ...words],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const ended = once(killed, "exit");
    const [told] = await once(killed.stdout, "data");
    expect(String(told)).toBe("held 500501\n");
    if (more !== "") await wait(500);
    killed.kill("SIGKILL");
    await ended;
    expect(await tables()).toBe(1);
    await expect.poll(tables, { timeout: 10_000 }).toBe(0);
    await expect.poll(running, { timeout: 5000 }).toBe(0);
  });
});
