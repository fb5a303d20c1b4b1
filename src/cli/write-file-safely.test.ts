import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFileSafely, writePrivately } from "./write-file-safely.js";

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
  const failing = writePrivately(path, async (part) => {
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

it("removes what killed runs left of this file, and nothing else", async () => {
  const path = join(folder, "r.json");
  const names = {
    left: ".part-0123456789abcdef-r.json",
    leftByEarlierVersions: ".part-1-r.json",
    fresh: ".part-fedcba9876543210-r.json",
    ofAnother: ".part-0123456789abcdef-s.json",
    users: ".part-r.json",
  };
  for (const name of Object.values(names)) await writeFile(join(folder, name), "half");
  const before = new Date(Date.now() - 2 * 3_600_000);
  for (const name of Object.values(names)) {
    if (name !== names.fresh) await utimes(join(folder, name), before, before);
  }
  await writeFileSafely(path, "text");
  expect((await readdir(folder)).toSorted()).toEqual(
    [names.fresh, names.ofAnother, names.users, "r.json"].toSorted(),
  );
});

it("writes next to another process that writes the same file, whatever its number", async () => {
  const path = join(folder, "r.json");
  await writeFile(join(folder, `.part-${process.pid}-r.json`), "half");
  const texts = ["a", "b", "c"].map((letter) => letter.repeat(100_000));
  await Promise.all(texts.map((text) => writeFileSafely(path, text)));
  expect(texts).toContain(await readFile(path, "utf8"));
});

it("says which file a full disk does not take", async () => {
  const full = { code: "diskFull", message: expect.stringMatching(/another disk\.$/) };
  await expect(writeFileSafely("/dev/full", "text")).rejects.toMatchObject(full);
  await expect(writeFileSafely("/dev/full", "text")).rejects.toThrow(/^\/dev\/full cannot/);
  const path = join(folder, "t.parquet");
  const writing = writePrivately(path, async (part) => {
    await writeFile(part, "half");
    throw new Error("Failed to run", { cause: new Error("IO Error: No space left on device") });
  });
  await expect(writing).rejects.toMatchObject(full);
  await expect(writing).rejects.toThrow(path);
  expect(await readdir(folder)).toEqual([]);
});

it("takes a name as long as a file system has them", async () => {
  const name = `${"n".repeat(250)}.json`;
  await writeFileSafely(join(folder, name), "text");
  expect(await readdir(folder)).toEqual([name]);
});
