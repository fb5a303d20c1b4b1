import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "./make-folder-file.js";

let parent = "";
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "hindcast-folder-"));
});
afterEach(() => rm(parent, { recursive: true }));

test("makes what is missing, once, also for two at a time", async () => {
  const folder = join(parent, "a", "b", "c");
  const made = await Promise.all([makeFolder(folder), makeFolder(folder)]);
  expect(made.filter((each) => each)).toHaveLength(1);
  expect(await makeFolder(folder)).toBe(false);
  expect(await readdir(join(parent, "a", "b"))).toEqual(["c"]);
});

test.runIf(process.platform === "linux")("ends where the system makes no folder", async () => {
  await expect(makeFolder("/proc/hindcast/world")).rejects.toThrow(
    /Cannot make the folder \/proc\/hindcast\/world: .*Choose one/,
  );
});

test("says so where a file is in the way", async () => {
  await writeFile(join(parent, "taken"), "");
  await expect(makeFolder(join(parent, "taken", "w"))).rejects.toThrow(/Choose one that exists/);
});
