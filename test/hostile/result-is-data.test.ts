import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

let folder = "";
let server: Server;
const heard: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-data-"));
  server = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization ?? ""}`);
    response.end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  await writeFile(join(folder, "id_rsa"), "SECRET");
  await mkdir(join(folder, "past"));
  await mkdir(join(folder, "online"));
  await writeFile(join(folder, "log.csv"), rows());
  await writeFile(
    join(folder, "study.json"),
    JSON.stringify({
      log: { source: "log.csv", rank: "pos", rewards: ["click"], user: "u", day: "day" },
      policies: { new: { rank: "other", online: { click: { value: 0.4, se: 0.05 } } } },
    }),
  );
  await hindcast("evaluate", "study.json", "-o", "plain.json");
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

function rows(): string {
  const lines = Array.from({ length: 400 }, (_, i) => {
    const rank = 1 + (i % 2);
    return `${rank},${3 - rank},${i % 3 === 0 ? 1 : 0},${i >> 1},2026-11-0${1 + (i % 4)}`;
  });
  return `pos,other,click,u,day\n${lines.join("\n")}\n`;
}

const env = { HINDCAST_CLICKHOUSE_USER: "ci", HINDCAST_CLICKHOUSE_PASSWORD: "topsecret" };
const hindcast = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { modules, cwd: folder, env });

/** A result whose study somebody has edited, in the folder of past tests. */
async function past(changed: object): Promise<void> {
  const result = JSON.parse(await readFile(join(folder, "plain.json"), "utf8"));
  const study = { ...result.study, ...changed };
  await writeFile(join(folder, "past", "test.json"), JSON.stringify({ ...result, study }));
}
const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe("compare of a folder opens nothing that a result names", () => {
  it("no server, with or without an engine of the caller's", async () => {
    const passwordFile = join(folder, "id_rsa");
    const engine = { name: "clickhouse", url: url(), user: "x", passwordFile };
    await past({ engine, online: { results: { table: ["x"] } } });
    const bare = await hindcast("compare", "past");
    expect(bare.stderr).toContain("1 result names a table of online results, which is not read");
    const own = await hindcast("compare", "past", "--sandbox", join(folder, "past"));
    expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining("Test test: ") });
    await past({ engine: url(), online: { results: { table: ["x"] } } });
    await hindcast("compare", "past");
    await hindcast("compare", "past", "--engine", "duckdb");
    expect(heard).toEqual([]);
  });

  it("no query, and no file outside of the folders that are named", async () => {
    await past({ online: { results: { sql: "select * from read_text('/etc/hostname')" } } });
    expect((await hindcast("compare", "past")).stderr).toContain("is not read");
    for (const words of [
      ["--sandbox", join(folder, "past")],
      ["--engine", "duckdb"],
    ]) {
      const { code, stderr } = await hindcast("compare", "past", ...words);
      expect(code).toBe(1);
      expect(stderr).toContain("A result's queries are not run");
    }
    await past({ online: { results: "/etc/passwd.csv" } });
    const outside = await hindcast("compare", "past", "--sandbox", join(folder, "past"));
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("engine.sandbox") });
    const unlimited = await hindcast("compare", "past", "--engine", "duckdb");
    expect(unlimited.stderr).toContain("read only in a sandbox");
  });

  it("a table in a folder that is named is read", async () => {
    const online = "policy,day,reward,value,standardError,trajectories\n";
    const row = (policy: string, value: number) => `${policy},2026-11-01,click,${value},0.01,100\n`;
    const file = join(folder, "online", "table.csv");
    await writeFile(file, `${online}${row("logged", 0.3)}${row("new", 0.4)}`);
    await past({ online: { results: file } });
    const { code, stderr } = await hindcast("compare", "past", "--sandbox", join(folder, "online"));
    expect([code, stderr]).toEqual([0, ""]);
  });
});

it("compare leaves out and counts what is no result", async () => {
  await past({});
  await writeFile(join(folder, "past", "package-lock.json"), '{"lockfileVersion": 3}');
  await writeFile(join(folder, "past", "broken.json"), "{");
  const { code, stdout, stderr } = await hindcast("compare", "past");
  expect([code, stderr]).toEqual([
    0,
    "left out: 2 files that are no result: broken.json, package-lock.json\n",
  ]);
  expect(stdout).toContain("no offline verdict");
  await rm(join(folder, "past", "test.json"));
  const none = await hindcast("compare", "past");
  expect(none.stderr).toContain("holds 2 files that are no result: broken.json, package-lock.json");
  await rm(join(folder, "past", "package-lock.json"));
  await rm(join(folder, "past", "broken.json"));
});
