import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let clone = "";
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "hindcast-clone-"));
  for (const name of ["package.json", "package-lock.json", "scripts"])
    cpSync(name, join(clone, name), { recursive: true });
  // Says that it was started, and fails, so that nothing after it runs.
  mkdirSync(join(clone, "npm"));
  writeFileSync(
    join(clone, "npm/npm-cli.js"),
    `require("node:fs").writeFileSync("asked", process.argv.slice(2).join(" ")); process.exit(7);`,
  );
  writeFileSync(join(clone, "npm/package.json"), "{}");
});
afterEach(() => rmSync(clone, { recursive: true }));

const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

it.each([
  ["npm run hindcast", scripts.hindcast],
  ["npm run demo", scripts.demo],
  ["npm test", scripts.test],
  ["npm pack", scripts.prepack],
  ["the bundle for Python", "node scripts/python-bundle.mjs"],
])("%s installs what it needs in a fresh clone", (_, command = "") => {
  const env = { ...process.env, npm_execpath: join(clone, "npm/npm-cli.js") };
  const { status } = spawnSync(command, { cwd: clone, shell: true, encoding: "utf8", env });
  expect(status).not.toBe(0);
  expect(existsSync(join(clone, "asked")), command).toBe(true);
});
