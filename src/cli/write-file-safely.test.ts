import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFileSafely, writeThroughPart } from "./write-file-safely.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-write-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("replaces a file whole, and keeps its permissions", async () => {
  const path = join(folder, "a.txt");
  await writeFile(path, "old");
  await chmod(path, 0o640);
  await writeFileSafely(path, "new");
  expect(await readFile(path, "utf8")).toBe("new");
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(await readdir(folder)).toEqual(["a.txt"]);
});

it("leaves the old file and no part where writing fails", async () => {
  const path = join(folder, "a.parquet");
  await writeFile(path, "old");
  const failing = writeThroughPart(path, async (part) => {
    expect(part).toMatch(/\.parquet$/);
    await writeFile(part, "half");
    throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
  expect(await readFile(path, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["a.parquet"]);
});

it("follows a link instead of replacing it", async () => {
  await writeFile(join(folder, "real.txt"), "old");
  await symlink("real.txt", join(folder, "link.txt"));
  await writeFileSafely(join(folder, "link.txt"), "new");
  expect(await readFile(join(folder, "real.txt"), "utf8")).toBe("new");
});

it("names the file that was asked for, not the part, where the folder takes none", async () => {
  const path = join(folder, "gone", "r.json");
  const refused = new RegExp(`^${path} cannot be written: the folder ${join(folder, "gone")} `);
  await expect(writeFileSafely(path, "text")).rejects.toThrow(refused);
});

it("writes to a device without replacing it", async () => {
  await writeFileSafely("/dev/null", "gone");
  expect((await stat("/dev/null")).isFile()).toBe(false);
});
