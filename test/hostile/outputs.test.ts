import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diskFull } from "../../src/part-file.js";
import { fixtureResult } from "../fixture/fixture-result.js";
import { isInTurn, repetitions } from "../fixture/property.js";
import { type Calls, fakeModules, runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-outputs-"));
  await writeFile(join(cwd, "result.json"), JSON.stringify(fixtureResult()));
});
afterAll(() => rm(cwd, { recursive: true }));

describe("where the answer cannot be put is found before the log is read", () => {
  const evaluated = async (output: string): Promise<unknown> => {
    const calls: Calls = [];
    const words = ["evaluate", "s.yaml", "--output", output];
    const { code, stderr } = await runCommand(words, { cwd, modules: fakeModules({}, calls) });
    expect(calls).toEqual([]);
    return [code, stderr];
  };

  it("a link to nothing", async () => {
    await symlink("gone.html", join(cwd, "link.html"));
    expect(await evaluated("link.html")).toEqual([
      1,
      expect.stringContaining(
        "link.html cannot be written: it is a link to gone.html, which is not",
      ),
    ]);
  });

  it("a link into a folder that takes no file", async () => {
    await symlink("/proc/version", join(cwd, "link.json"));
    expect(await evaluated("link.json")).toEqual([
      1,
      expect.stringContaining("link.json cannot be written: the folder /proc cannot be written to"),
    ]);
  });

  it("but not a link to a file", async () => {
    await mkdir(join(cwd, "other"));
    await writeFile(join(cwd, "other", "page.html"), "old");
    await symlink("other/page.html", join(cwd, "page.html"));
    const words = ["report", "result.json", "--output", "page.html"];
    expect((await runCommand(words, { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, "other", "page.html"), "utf8")).toContain("<html");
  });
});

// Another process, which compiles the sources again: a short run tries it by turns.
it.runIf(isInTurn(0, repetitions(3, 1)))(
  "a limit of file sizes names the file that it keeps from being written",
  async () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const main = join(root, "src/cli/main.ts");
    await mkdir(join(cwd, "small"));
    const line = `ulimit -f 8; exec "$0" --import tsx "$1" report "$2" --output "$3"`;
    const page = join(cwd, "small", "page.html");
    const words = [process.execPath, main, join(cwd, "result.json"), page];
    const { status, stderr } = spawnSync("bash", ["-c", line, ...words], {
      cwd: root,
      // Its cache would be cut off, too.
      env: { ...process.env, TSX_DISABLE_CACHE: "1" },
    });
    expect([status, String(stderr)]).toEqual([
      4,
      expect.stringContaining(`${page} cannot be written: it is larger than files may be here`),
    ]);
    expect(await readdir(join(cwd, "small"))).toEqual([]);
  },
);

it("a quota is told from a full disk", () => {
  const failed = (code: string): Error => diskFull("a.json", new Error(`${code}: write`));
  expect(failed("EDQUOT").message).toMatch(/^a\.json cannot be written: your quota/);
  expect(failed("ENOSPC").message).toMatch(/^a\.json cannot be written: the disk is full/);
});
