import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { hindcastAsNpx } from "./fixture/hindcast-as-npx.js";
import { isThorough } from "./fixture/property.js";

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** A short run leaves it out: it starts three processes. */
it.skipIf(!hasPython || !isThorough)(
  "the script of docs/python.md runs as it is printed",
  async () => {
    const page = await readFile(fromHere("../docs/python.md"), "utf8");
    const [, script = ""] = /```py\n([\s\S]*?)```/.exec(page) ?? [];
    const folder = await mkdtemp(join(tmpdir(), "hindcast-python-"));
    try {
      await hindcastAsNpx(folder);
      await writeFile(join(folder, "script.py"), script);
      const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
      const { stdout } = await promisify(execFile)("python3", ["script.py"], { cwd: folder, env });
      const [verdict = "", table = ""] = stdout.trimEnd().split("\n");
      expect(verdict).toMatch(/^by-number liked better 0\.\d+ \[0\.\d+, 0\.\d+\]$/);
      expect(table).toMatch(/^\d+ rows with \d+ columns$/);
      await expect(readFile(join(folder, "result.csv"), "utf8")).resolves.toContain("by-number");
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
