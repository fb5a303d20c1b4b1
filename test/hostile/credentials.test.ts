import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createLine, type Server as Line } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { readAddress } from "../../src/engines/clickhouse/address.js";
import { readCredentials } from "../../src/engines/clickhouse/read-credentials.js";
import { readSettings as ofPostgres } from "../../src/engines/postgres/options.js";
import { secretIn } from "../../src/engines/shared/secrets.js";
import { readSettings as ofSpark } from "../../src/engines/spark/options.js";
import { runCommand } from "../fixture/run-command.js";

// A study from anybody names a server of theirs; the credentials of whoever runs it are for another.

let cwd = "";
let web: Server;
let comparison: Line;
const heard: string[] = [];
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-credentials-"));
  web = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers));
    response.end();
  });
  comparison = createLine((socket) => socket.on("data", (data) => heard.push(String(data))));
  for (const server of [web, comparison]) {
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  }
  await writeFile(join(cwd, "id_rsa"), "-----BEGIN KEY-----\nSECRET\n-----END KEY-----\n");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of [web, comparison]) server.close();
  await rm(cwd, { recursive: true });
});

const portOf = (server: Server | Line): number => (server.address() as AddressInfo).port;
const attackers = {
  clickhouse: () => `http://127.0.0.1:${portOf(web)}`,
  spark: () => `sc://127.0.0.1:${portOf(comparison)}`,
  postgres: () => `postgres://me@127.0.0.1:${portOf(comparison)}/d`,
};

async function evaluated(engine: object, ...more: readonly string[]): Promise<string> {
  const study = {
    log: { source: { table: "t" }, rank: "place", rewards: ["liked"] },
    policies: { candidate: { rank: "place" } },
    engine,
  };
  await writeFile(join(cwd, "s.json"), JSON.stringify(study));
  const { code, stdout, stderr } = await runCommand(["check", "s.json", ...more], { cwd, modules });
  expect(code).toBeGreaterThan(0);
  return stdout + stderr;
}

describe.each([
  ["clickhouse", "HINDCAST_CLICKHOUSE_PASSWORD", "https://ch.example.com:8443"],
  ["clickhouse", "CLICKHOUSE_USER", ""],
  ["clickhouse", "HINDCAST_CLICKHOUSE_TOKEN", "http://127.0.0.1:1"],
  ["spark", "HINDCAST_SPARK_TOKEN", "sc://spark.example.com"],
  ["spark", "SPARK_CONNECT_AUTHENTICATE_TOKEN", ""],
  ["postgres", "HINDCAST_POSTGRES_PASSWORD", "postgres://db.example.com/d"],
  ["postgres", "PGPASSWORD", ""],
] as const)("%s: %s, which is for %j", (name, variable, own) => {
  it("is sent to no other server that a study names; the sentence says what to set", async () => {
    vi.stubEnv(variable, "topsecret");
    vi.stubEnv(`HINDCAST_${name.toUpperCase()}_URL`, own);
    const said = await evaluated({ [name]: attackers[name](), connectTimeout: 1 });
    vi.unstubAllEnvs();
    expect(said).toContain(`${variable} in the environment`);
    expect(said).toContain(`set HINDCAST_${name.toUpperCase()}_URL=`);
    expect(said).not.toContain("topsecret");
    expect(heard).toEqual([]);
  });
});

it("parameters of PostgreSQL's address, which stand above its host, do not lead elsewhere", () => {
  const environment = { HINDCAST_POSTGRES_URL: "postgres://db", HINDCAST_POSTGRES_PASSWORD: "p" };
  const read = (url: string) => ofPostgres({ url }, environment).client.connectionString;
  expect(read("postgres://me@DB/d?host=")).toContain("me:p@");
  expect(read("postgres://me@db:5432/d?sslmode=require")).toContain("me:p@");
  for (const url of [
    "postgres://db/d?host=evil",
    "postgres://db/d?host=db&host=evil",
    "postgres://db/d?port=1",
    "postgres://db:1/d",
    "postgres://%65vil/d",
  ]) {
    expect(() => read(url), url).toThrow("it is not sent there");
  }
});

it("credentials go to the server that the environment names beside them", () => {
  const libpq = { PGHOST: "db", PGPASSWORD: "p" };
  const url = "postgres://me@db/d";
  expect(ofPostgres({ url }, libpq).client.connectionString).toBe("postgres://me:p@db/d");
  expect(() => ofPostgres({ url: "postgres://me@evil/d" }, libpq)).toThrow("PGPASSWORD");
  const spark = { HINDCAST_SPARK_URL: "sc://HOST/;user_id=me", HINDCAST_SPARK_TOKEN: "t" };
  expect(ofSpark({ url: "sc://host:15002" }, spark).token).toBe("t");
  const clickhouse = { HINDCAST_CLICKHOUSE_URL: "https://ch/", HINDCAST_CLICKHOUSE_PASSWORD: "p" };
  const read = (address: string) =>
    readCredentials({ url: address }, readAddress(address), clickhouse);
  expect(read("https://ch:443/logs")).toEqual({ user: "default", password: "p" });
  for (const other of ["http://ch", "https://ch:8443", "https://ch.evil.com", "https://ch@evil"]) {
    expect(() => read(other), other).toThrow("it is not sent there");
  }
});

it("a file that is no password is sent to nobody", async () => {
  for (const [name, option] of [
    ["clickhouse", "passwordFile"],
    ["postgres", "passwordFile"],
    ["spark", "tokenFile"],
  ] as const) {
    const said = await evaluated({ [name]: attackers[name](), [option]: "id_rsa" });
    expect(said).toContain(`Expected engine.${option} to be a file with one line`);
    expect(said).not.toContain("SECRET");
  }
  expect(heard).toEqual([]);
});

it("a device or a file without an end is no secret", async () => {
  const large = join(cwd, "large");
  await writeFile(large, "");
  await truncate(large, 2 ** 40);
  for (const path of ["/dev/zero", large]) {
    expect(() => secretIn(path, "postgres", "passwordFile")).toThrow(
      "Expected engine.passwordFile to be a file of at most 1 MiB that can be read",
    );
  }
});

it("a pipe gives the secret that is written to it, and one without a writer ends", async () => {
  const pipe = join(cwd, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(() => secretIn(pipe, "postgres", "passwordFile")).toThrow("that can be read");
  const later = spawn("sh", ["-c", `sleep 0.2; (printf sec; sleep 0.3; echo ret) > "${pipe}"`]);
  expect(secretIn(pipe, "postgres", "passwordFile")).toBe("secret");
  await new Promise((done) => later.once("exit", done));
});

it("under a sandbox no server is asked, whatever file the study names", async () => {
  await writeFile(join(cwd, "one-line"), "SECRET");
  const engine = { clickhouse: attackers.clickhouse(), passwordFile: "one-line" };
  expect(await evaluated(engine, "--sandbox", ".")).toContain("sandbox");
  await evaluated(engine, "--engine", "duckdb", "--sandbox", ".");
  expect(heard).toEqual([]);
});
