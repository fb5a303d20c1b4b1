import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { modules } from "../../src/cli/modules.js";
import { oneLine } from "../../src/cli/one-line-yaml.js";
import { readStudyFile } from "../../src/study/read-study-file.js";
import { inTurn } from "../fixture/property.js";
import { runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-names-"));
});
afterAll(() => rm(cwd, { recursive: true }));

const hostile: readonly string[] = [
  'liked"\n  evil: x',
  'liked\n  source: { sql: "select 1" }',
  "*",
  "&a",
  "{{",
  "!!js",
  "!!js/function >",
  "liked: { evil: x }",
  "liked # no",
  "- liked",
  "true",
  "1e3",
  "<<",
  "\u202eevil",
  "\u001b[31mred",
  "a\u2028b",
  '"); select 1 --',
  `${"long ".repeat(60)}name`,
];

/** A Parquet log with a reward of that name. */
async function logWith(name: string): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const quoted = `"${name.replaceAll('"', '""')}"`;
  const rows = `select i // 3 as session_id, 1 + i % 3 as position, i % 7 as item_id, i % 2 as ${quoted} from range(60) t(i)`;
  await connection.run(`copy (${rows}) to '${join(cwd, "log.parquet")}'`);
  connection.closeSync();
  instance.closeSync();
}

it.each(inTurn(hostile))(
  "a column called %j is written as a name, and read back as it is",
  async (name) => {
    await logWith(name);
    await rm(join(cwd, "study.yaml"), { force: true });
    const words = ["init", "log.parquet", "--yes", "--rows", "viewed", "--reward", name];
    const { code, stderr } = await runCommand(words, { cwd, modules });
    expect([code, stderr]).toEqual([0, expect.stringContaining("wrote study.yaml")]);
    const text = await readFile(join(cwd, "study.yaml"), "utf8");
    expect(Object.keys(parse(text).log)).not.toContain("evil");
    const { log } = await readStudyFile(join(cwd, "study.yaml"));
    expect(Object.values(log.rewards).map(({ column }) => column)).toEqual([name]);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  },
);

it("a name that YAML cannot hold as a key writes no file", async () => {
  await logWith("n".repeat(2000));
  await rm(join(cwd, "study.yaml"), { force: true });
  const words = ["init", "log.parquet", "--yes", "--rows", "viewed", "--reward", "n".repeat(2000)];
  const { code, stderr } = await runCommand(words, { cwd, modules });
  expect([code, stderr]).toEqual([1, expect.stringContaining("Rename what is called by")]);
  await expect(readFile(join(cwd, "study.yaml"))).rejects.toThrow("ENOENT");
});

it.each(hostile)("%j is one line of YAML as a value and in a list", (name) => {
  for (const value of [name, [name], { [name]: name }]) {
    expect(oneLine(value)).not.toContain("\n");
    expect(parse(oneLine(value))).toEqual(value);
  }
});
