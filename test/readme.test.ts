import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, vi } from "vitest";
import {
  check,
  evaluate,
  fitLog,
  parseStudy,
  printStatements,
  readStudy,
  type StudyInput,
  takeTally,
} from "../src/index.js";

const textOf = (path: string): Promise<string> =>
  readFile(new URL(`../${path}`, import.meta.url), "utf8");

it("the example of README.md is the one that is compiled and run here", async () => {
  const [, shown = ""] = /```ts\n([\s\S]*?)```/.exec(await textOf("README.md")) ?? [];
  const own = (await textOf("test/fixture/readme-snippet.ts"))
    .replace(/^\/\/.*\n/, "")
    .replace("../../src/index.js", "hindcast")
    .replace(/\nexport const policies[\s\S]*$/, "");
  expect(own).toBe(shown);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const { policies, answers } = await import("./fixture/readme-snippet.js");
  log.mockRestore();
  expect(policies).toEqual(["candidate"]);
  expect(answers).toBeGreaterThan(0);
});

it("the example of README.md runs as it is printed, in a folder that is no package", {
  timeout: 120_000,
}, async () => {
  const [section = ""] = /^## From TypeScript$.*?(?=^## )/ms.exec(await textOf("README.md")) ?? [];
  const [, shown = ""] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
  const [, file = ""] = /Save this as `(\S+)`/.exec(section) ?? [];
  expect(section).toMatch(/^npm install \S*hindcast-\S+\.tgz/m);
  expect(section).toContain(`\nnpx tsx ${file}\n`);
  const folder = await mkdtemp(join(tmpdir(), "hindcast-readme-"));
  const installed = join(folder, "node_modules/hindcast");
  await mkdir(installed, { recursive: true });
  await symlink(resolve("src"), join(installed, "src"));
  const described = { name: "hindcast", type: "module", exports: "./src/index.ts" };
  await writeFile(join(installed, "package.json"), JSON.stringify(described));
  await writeFile(join(folder, file), shown);
  const tsx = resolve("node_modules/tsx/dist/cli.mjs");
  const ran = spawnSync(process.execPath, [tsx, file], { cwd: folder, encoding: "utf8" });
  await rm(folder, { recursive: true });
  expect(ran.stderr).toBe("");
  expect(ran.stdout).toContain("candidate");
});

it("README.md says how its commands are typed in a clone", async () => {
  const [, section = ""] = (await textOf("README.md")).split("## From a log to a verdict\n");
  expect(section.split("\n## ")[0]).toContain("`npm run --silent hindcast --` stands for");
});

it("a study that is declared as StudyInput cannot name keys that do not exist", () => {
  const study: StudyInput = {
    // @ts-expect-error a source is spelt otherwise
    log: { sorce: "log.parquet", rewards: ["click"] },
    policies: { candidate: { rank: "new_rank" } },
  };
  const other: StudyInput = {
    log: { source: "log.parquet", rewards: ["click"] },
    // @ts-expect-error a column is named by a text
    policies: { candidate: { rank: 3 } },
  };
  expect([study, other]).toHaveLength(2);
});

it("a study that stands in a call cannot name keys that do not exist, neither can one of unknown keys be passed", () => {
  const calls = [
    // @ts-expect-error a source is spelt otherwise
    () => evaluate({ log: { sorce: "log.parquet", rewards: ["click"] } }),
    // @ts-expect-error policies are spelt otherwise
    () => evaluate({ log: { source: "log.parquet", rewards: ["click"] }, polices: {} }),
    // @ts-expect-error the exposure stands under log
    () => evaluate({ log: { source: "log.parquet", rewards: ["click"] }, exposure: {} }),
    // @ts-expect-error a column is named by a text
    () => check({ log: { source: "log.parquet", rewards: ["click"], rank: 3 } }),
    // @ts-expect-error a source is spelt otherwise
    () => takeTally({ log: { sorce: "log.parquet", rewards: ["click"] } }),
    // @ts-expect-error a source is spelt otherwise
    () => fitLog({ log: { sorce: "log.parquet", rewards: ["click"] } }),
    // @ts-expect-error a source is spelt otherwise
    () => printStatements({ log: { sorce: "x", rewards: ["click"] } }, { dialect: "duckdb" }),
    // @ts-expect-error what JSON.parse returned as unknown is read first
    (parsed: unknown) => evaluate(parsed),
    (parsed: unknown) => evaluate(readStudy(parsed)),
    () => evaluate(parseStudy("log: { source: log.parquet, rewards: [click] }", "study.yaml")),
  ];
  expect(calls).toHaveLength(10);
});

it("README.md links to nothing that the package does not hold", async () => {
  const { files } = JSON.parse(await textOf("package.json")) as { files: readonly string[] };
  const links = [...(await textOf("README.md")).matchAll(/\]\((?!https?:)([^)#]+)/g)];
  const outside = links
    .map(([, link = ""]) => link)
    .filter((link) => !["LICENSE", ...files].some((part) => `${link}/`.startsWith(`${part}/`)));
  expect(links.length).toBeGreaterThan(10);
  expect(outside).toEqual([]);
  for (const [, link = ""] of links) await expect(textOf(link)).resolves.not.toBe("");
});
