import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { HindcastError } from "../../src/errors.js";
import type { Engine } from "../../src/sql/engine.js";
import { from, type SourceRef } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";

let root = "";
let engine: Engine;
let server: Server;
let requests = 0;
const inside = (...names: string[]): string => join(root, "logs", ...names);
const outside = (): string => join(root, "outside.csv");
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "hindcast-queries-"));
  await mkdir(inside(), { recursive: true });
  await writeFile(inside("log.csv"), "a\n1\n");
  await writeFile(outside(), "secret_column\nSECRET\n");
  await symlink(outside(), inside("link.csv"));
  await symlink(root, inside("folder"));
  server = createServer((_, response) => {
    requests++;
    response.end("a\n1\n");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  engine = await createDuckdbEngine({ sandbox: [inside()] });
});
afterAll(async () => {
  await engine.close();
  server.close();
  await rm(root, { recursive: true });
});

/** Looks at a source and, if that is not refused, reads its first column. */
async function read(source: SourceRef): Promise<unknown> {
  const [column] = await engine.describe(source);
  const columns = [{ name: column?.name ?? "", type: "text" as const }];
  return collect(engine, { relation: from(source), columns, purpose: "test" });
}

/** Refused by an error of ours that tells nothing of what lies outside. */
async function refused(source: SourceRef): Promise<void> {
  const ended = await read(source).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(HindcastError);
  expect((ended as HindcastError).message).not.toMatch(/SECRET|secret_column/);
}

const files = (path: string): SourceRef => ({ kind: "files", format: "csv", paths: [path] });

it("what lies in the folder is read, by a path and by a query", async () => {
  for (const source of [
    files(inside("log.csv")),
    { kind: "sql", sql: `select * from '${inside("*.csv").replace("*", "log")}'` } as const,
  ]) {
    expect((await engine.describe(source)).map(({ name }) => name)).toEqual(["a"]);
  }
});

describe("a path of a log that leads out of the sandbox", () => {
  it.each<[string, () => string]>([
    ["absolute", outside],
    ["by ..", () => inside("..", "outside.csv")],
    ["by .. in its text", () => `${inside()}/../outside.csv`],
    ["by //", () => `${inside()}//..//outside.csv`],
    ["a link to a file", () => inside("link.csv")],
    ["a link to a folder", () => inside("folder", "outside.csv")],
    ["a pattern of a link", () => inside("li*.csv")],
    ["a pattern under a link", () => inside("folder", "*.csv")],
    ["a pattern with ..", () => `${inside()}/../*.csv`],
    ["a pattern from the root", () => "/etc/*.csv"],
    ["file://", () => `file://${outside()}`],
    ["file:", () => `file:${outside()}`],
    ["/dev/stdin", () => "/dev/stdin"],
    ["/proc", () => "/proc/self/environ"],
    ["a server", () => `${url()}/x.csv`],
    ["s3", () => "s3://bucket/x.csv"],
  ])("%s", async (_, path) => {
    await refused(files(path()));
    expect(requests).toBe(0);
  });
});

const quoted = (): string => `'${outside()}'`;

describe("a query that reads outside of the sandbox", () => {
  it.each<[string, () => string]>([
    ["read_csv", () => `select * from read_csv(${quoted()})`],
    ["read_text", () => `select * from read_text(${quoted()})`],
    ["read_blob", () => `select * from read_blob(${quoted()})`],
    ["read_json", () => `select * from read_json(${quoted()})`],
    ["read_parquet", () => `select * from read_parquet(${quoted()})`],
    ["sniff_csv", () => `select * from sniff_csv(${quoted()})`],
    ["parquet_metadata", () => `select * from parquet_metadata(${quoted()})`],
    ["glob", () => `select * from glob('${root}/*')`],
    ["a table called as the file", () => `select * from ${quoted()}`],
    ["a quoted name", () => `select * from "${outside()}"`],
    ["a link", () => `select * from read_text('${inside("link.csv")}')`],
    ["a list of paths", () => `select * from read_csv(['${inside("log.csv")}', ${quoted()}])`],
    ["a scalar subquery", () => `select (select content from read_text(${quoted()})) as a`],
    ["a lateral join", () => `select t.* from range(1), lateral (select * from ${quoted()}) t`],
    ["a common table", () => `with x as (from ${quoted()}) select * from x`],
    ["query", () => `select * from query('select * from read_text(''${outside()}'')')`],
    ["query_table", () => `select * from query_table(${quoted()})`],
    [
      "a serialized query",
      () => `from json_execute_serialized_sql(json_serialize_sql('from ''${outside()}'''))`,
    ],
    ["a variable", () => `select * from read_text(getvariable('x'))`],
    ["getenv", () => "select getenv('HOME') as a"],
    ["arrow_scan", () => "select * from arrow_scan(0, 0, 0)"],
    ["the environment", () => "select * from read_text('/proc/self/environ')"],
    ["a server", () => `select * from read_csv('${url()}/x.csv')`],
    ["iceberg", () => `select * from iceberg_scan('${url()}/x')`],
    ["another database", () => `select * from read_duckdb('${join(root, "x.duckdb")}')`],
  ])("%s", async (_, sql) => {
    await refused({ kind: "sql", sql: sql() });
    expect(requests).toBe(0);
  });
});

describe("a query that is not one SELECT", () => {
  const evil = (): string => join(root, "evil.csv");
  it.each<[string, () => string]>([
    ["ATTACH", () => `attach '${join(root, "x.duckdb")}' as x`],
    ["COPY", () => `copy (select 1) to '${evil()}'`],
    ["COPY in the sandbox", () => `copy (select 1) to '${inside("evil.csv")}'`],
    ["EXPORT", () => `export database '${inside("all")}'`],
    ["INSTALL", () => "install httpfs"],
    ["LOAD", () => "load httpfs"],
    ["PRAGMA", () => "pragma enable_profiling"],
    ["SET", () => "set enable_external_access = true"],
    ["RESET", () => "reset allowed_directories"],
    ["INSERT", () => "insert into t values (1)"],
    ["CREATE", () => "create table t as select 1 as a"],
    ["SELECT INTO", () => "select 1 as a into t"],
    ["CALL", () => "call enable_logging()"],
    ["several", () => `select 1 as a; copy (select 1) to '${evil()}'`],
    ["several, the last a SELECT", () => `copy (select 1) to '${evil()}'; select 1 as a`],
    [
      "a closing bracket",
      () => `select 1 as a) as s; copy (select 1) to '${evil()}'; select * from (select 2`,
    ],
    ["an open comment", () => "select 1 as a /*"],
    ["a line comment at its end", () => `select 1 as a; --\ncopy (select 1) to '${evil()}'`],
    ["NUL", () => `select 1 as a\u0000; copy (select 1) to '${evil()}'`],
    ["nothing", () => ""],
    ["a comment alone", () => "-- nothing"],
  ])("%s", async (_, sql) => {
    const before = await readdir(inside());
    await refused({ kind: "sql", sql: sql() });
    expect(existsSync(evil())).toBe(false);
    expect(await readdir(inside())).toEqual(before);
  });
});
