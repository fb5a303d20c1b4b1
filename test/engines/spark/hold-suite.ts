import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { nameOf, thisMaker } from "../../../src/engines/spark/held-names.js";
import { createSparkEngine } from "../../../src/engines/spark/index.js";
import type { Engine, Plan } from "../../../src/sql/engine.js";
import { column, sum } from "../../../src/sql/expression.js";
import { plan } from "../../../src/sql/plan.js";
import { from, group, type Keep, type SourceRef, select } from "../../../src/sql/relation.js";
import { collect } from "../../../src/sql/run/collect.js";
import { forSmallStatements, type SparkServer, startSpark } from "../servers/spark.js";
import { spark } from "../under-test/spark.js";
import { runSql } from "./run-sql.js";

const child = fileURLToPath(new URL("../holding-child.ts", import.meta.url));
/** On one of the two executors, so that the other one is free. */
const slow = "SELECT COUNT(*) AS n FROM range(0, 100000000000, 1, 1) AS a WHERE sin(a.id) < 2";
const ofQuery = (sql: string): SourceRef => ({ kind: "sql", sql });
const day = 24 * 60 * 60 * 1000;

/** A total of rows that several statements read. */
function totalOf(keep: Keep, source: SourceRef): Plan<"total"> {
  const rows = select(from(source), [["n", column("n")]], { keep });
  return plan("total", group(rows, [], [["total", sum(column("n"))]]), { total: "double" });
}

/** Rows that are held, on a server of its own: a second one beside another would want as much memory again. */
export function sparkHoldSuite(): void {
  describe.skipIf(spark.unavailable !== undefined)("rows held by spark", holdLaws);
}

function holdLaws(): void {
  let server: SparkServer | undefined;
  const url = (): string => `sc://127.0.0.1:${server?.port}`;
  const opened: Engine[] = [];
  const open = async (schema = "scratch"): Promise<Engine> => {
    const engine = await createSparkEngine({ url: url(), hold: { schema }, connectTimeout: 10 });
    opened.push(engine);
    return engine;
  };
  // A session keeps the list of a table's files, and lists those of a path each time.
  const logSql = (): string => `SELECT n FROM parquet.\`${server?.warehouse}/scratch.db/log\``;
  const log = (): SourceRef => ofQuery(logSql());
  const run = (sql: string, text?: string): Promise<string[]> => runSql(url(), sql, text);
  const tables = async (): Promise<readonly string[]> =>
    (await run("SHOW TABLES IN scratch LIKE 'hindcast*'", "tableName")).sort();
  const many = async (): Promise<number> => (await tables()).length;
  const total = async (engine: Engine, keep: Keep): Promise<number> =>
    (await collect(engine, totalOf(keep, log()))).number("total");
  const write = (name: string, rows: number): Promise<unknown> =>
    run(
      `CREATE TABLE scratch.${name} USING parquet AS SELECT CAST(id AS DOUBLE) AS n FROM range(${rows + 1}) AS s`,
    );

  beforeAll(async () => {
    server = await startSpark({
      ...forSmallStatements,
      "spark.connect.execute.manager.detachedTimeout": "7s",
      "spark.connect.execute.manager.maintenanceInterval": "1s",
    });
    await run("CREATE SCHEMA scratch");
    await write("log", 1000);
  });
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine.close();
  });
  afterAll(() => server?.stop());

  it("are read from a table of the schema, until they are released or the engine is closed", async () => {
    const engine = await open();
    const [one, other] = [{}, {}];
    expect(await total(engine, one)).toBe(500500);
    await run("INSERT INTO scratch.log SELECT CAST(1 AS DOUBLE) AS n");
    expect(await total(engine, one)).toBe(500500);
    expect(await many()).toBe(1);
    expect(await total(engine, other)).toBe(500501);
    expect(await many()).toBe(2);
    await engine.release?.(one);
    expect(await many()).toBe(1);
    await engine.close();
    expect(await tables()).toEqual([]);
    const files = server === undefined ? [] : await readdir(server.warehouse, { recursive: true });
    expect(files.filter((file) => file.includes("hindcast_held"))).toEqual([]);
  });

  it("are made again where another has dropped them", async () => {
    const engine = await open();
    const keep: Keep = {};
    expect(await total(engine, keep)).toBe(500501);
    await run(`DROP TABLE scratch.${(await tables())[0]}`);
    expect(await total(engine, keep)).toBe(500501);
    expect(await many()).toBe(1);
    await engine.close();
  });

  it("are held apart by two engines at once", async () => {
    const [one, other] = [await open(), await open()];
    expect(await Promise.all([total(one, {}), total(other, {})])).toEqual([500501, 500501]);
    const third = await open();
    await third.info();
    expect(await many()).toBe(2);
    for (const engine of [one, other, third]) await engine.close();
    expect(await many()).toBe(0);
  });

  it("are left alone by others, and what others left is dropped if nobody can hold it", async () => {
    const { host, random } = thisMaker();
    const now = Date.now();
    const gone = { host, random, pid: 4_194_305 };
    const elsewhere = { host: "0123456789ab", random, pid: 1 };
    const kept = [
      nameOf({ host, random, pid: process.ppid }, now - 3 * day, 0),
      nameOf(elsewhere, now - day / 2, 1),
      "hindcast_held_of_somebody",
      `${nameOf(gone, now, 2)}_more`,
    ];
    const left = [nameOf(gone, now, 3), nameOf(elsewhere, now - 2 * day, 4)];
    for (const each of [...kept, ...left]) await write(each, 1);
    const engine = await open();
    await engine.info();
    expect(await tables()).toEqual([...kept].sort());
    await engine.close();
    for (const each of kept) await run(`DROP TABLE scratch.${each}`);
  });

  it("end with a statement that is given up while it makes them, and others are held", async () => {
    const engine = await open();
    await engine.info();
    const control = new AbortController();
    const given = collect(engine, totalOf({}, ofQuery(slow)), { signal: control.signal });
    given.catch(() => undefined);
    await wait(1500);
    const begun = Date.now();
    control.abort();
    await expect(given).rejects.toMatchObject({ failure: "cancelled" });
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(await total(engine, {})).toBe(500501);
    await expect.poll(many, { timeout: 10_000 }).toBe(1);
    await engine.close();
    expect(await many()).toBe(0);
  });

  it("end with an engine that is closed while it makes them", async () => {
    const engine = await open();
    await engine.info();
    const given = collect(engine, totalOf({}, ofQuery(slow)));
    given.catch(() => undefined);
    await wait(1500);
    await engine.close();
    await expect(given).rejects.toMatchObject({ failure: "cancelled" });
    await expect.poll(many, { timeout: 10_000 }).toBe(0);
  });

  it("are not held where the statement that makes them fails, which then says why", async () => {
    const engine = await open();
    const rows = select(from(log()), [["none", column("none")]], { keep: {} });
    await expect(collect(engine, plan("none", rows, { none: "double" }))).rejects.toThrow(/none/);
    await expect.poll(many, { timeout: 10_000 }).toBe(0);
    await engine.close();
  });

  it("are refused at the beginning in a schema that there is not", async () => {
    const engine = await open("nowhere");
    await expect(engine.describe(log())).rejects.toThrow(/schema nowhere .*CREATE SCHEMA nowhere/s);
    await engine.close();
  });

  it.each([
    ["between statements", ""],
    ["while a statement runs", slow],
  ])("are dropped by the next run where the process was killed %s", async (_, more) => {
    const options = JSON.stringify({ url: url(), hold: { schema: "scratch" } });
    const killed = spawn(
      process.execPath,
      ["--import", import.meta.resolve("tsx"), child, "spark", options, logSql(), more],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const ended = once(killed, "exit");
    const [told] = await once(killed.stdout, "data");
    expect(String(told)).toBe("held 500501\n");
    if (more !== "") await wait(1000);
    const alive = await open();
    await alive.info();
    expect(await many(), "while it lives").toBe(1);
    killed.kill("SIGKILL");
    await ended;
    expect(await many(), "at once").toBe(1);
    const next = await open();
    await next.info();
    expect(await many(), "after the next run").toBe(0);
    await next.close();
    await alive.close();
  });
}
