import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lawWorld } from "./law-world.js";
import { writeWorldFolder } from "./world-folder-file.js";
import { worldFiles } from "./world-study.js";

let parent = "";
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "hindcast-world-"));
});
afterEach(() => rm(parent, { recursive: true }));

const rowsOf = async (folder: string, name: string): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(await readFile(join(folder, name))).buffer });

const world = { ...lawWorld, users: 60 };

test("files hold what was simulated: keys of 53 bits, missing positions, what arms saw per day", async () => {
  const folder = join(parent, "w");
  const outcome = await writeWorldFolder(world, { folder, seed: 2, candidates: true });
  const log = await rowsOf(folder, worldFiles.impressions);
  expect(log).toHaveLength(outcome.impressions);
  expect(Number(log[0]?.session_id)).toBe(Number(log[0]?.user_id) * 2 ** 20 + 1);
  const candidates = await rowsOf(folder, worldFiles.candidates);
  const trajectories = log.filter(({ position }) => position === 1).length;
  expect(candidates).toHaveLength(6 * trajectories);
  expect(candidates.map(({ probability }) => probability)).toContain(3 / 20);
  const online = await rowsOf(folder, worldFiles.online);
  const [first] = outcome.online.filter(({ day }) => day !== null);
  expect(online[0]).toEqual({
    policy: first?.policy,
    feed: first?.feed,
    day: first?.day,
    reward: first?.reward,
    value: first?.mean,
    standardError: first?.standardError,
    trajectories: BigInt(first?.trajectories ?? 0),
  });
});

test("where the logger misses candidates they have no position", async () => {
  const folder = join(parent, "w");
  const dials = { missedItems: 1 };
  await writeWorldFolder({ ...world, dials }, { folder, seed: 2, candidates: true });
  const candidates = await rowsOf(folder, worldFiles.candidates);
  const missed = candidates.filter(({ position }) => position === null).length;
  expect(missed / candidates.length).toBeGreaterThan(0.3);
  expect(missed / candidates.length).toBeLessThan(0.5);
});

test("the same seed writes the same bytes", async () => {
  const files = await Promise.all(
    [1, 2].map(async (at) => {
      const folder = join(parent, `w${at}`);
      await writeWorldFolder(world, { folder, seed: 2, threads: at });
      return Promise.all(
        (await readdir(folder)).sort().map((name) => readFile(join(folder, name), "base64")),
      );
    }),
  );
  expect(files[0]).toEqual(files[1]);
  expect(files[0]).toHaveLength(4);
});

test("a signal leaves nothing, not even the folder", async () => {
  const controller = new AbortController();
  const folder = join(parent, "w");
  const onProgress = (): void => controller.abort(new Error("enough"));
  const running = writeWorldFolder(
    { ...world, users: 9_000, exposures: false },
    { folder, seed: 2, signal: controller.signal, onProgress },
  );
  await expect(running).rejects.toThrow("enough");
  expect(await readdir(parent)).toEqual([]);
});
