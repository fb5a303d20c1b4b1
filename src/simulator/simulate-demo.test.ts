import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StudyError } from "../errors.js";
import { demoWorld } from "./presets.js";
import { simulateWhole } from "./simulate.js";
import { simulateDemo } from "./simulate-demo.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-simulator-"));
});
afterAll(() => rm(folder, { recursive: true }));

const small = { ...demoWorld, users: 300 };
const { log, truth } = simulateWhole(small, 4);

test("the file holds the log of the preset, which its study names", async () => {
  const output = join(folder, "rows.parquet");
  const demo = await simulateDemo({ seed: 4, users: 300, output });
  const rows = await parquetReadObjects({ file: new Uint8Array(await readFile(output)).buffer });
  expect(demo.impressions).toBe(log.count);
  expect(rows.map(({ rank_reranker: rank }) => rank)).toEqual([...(log.ranks[4] ?? [])]);
  expect(demo.trajectories).toBe(rows.filter(({ position }) => position === 1).length);
  expect(demo.study).toMatchObject({ log: { source: "rows.parquet" }, baseline: "production" });
  expect(demo.study).not.toHaveProperty("online");
});

test("a number of impressions is met about", async () => {
  const output = join(folder, "about.parquet");
  const { impressions } = await simulateDemo({ seed: 1, impressions: 20_000, output });
  expect(Math.abs(impressions / 20_000 - 1)).toBeLessThan(0.05);
});

test("a policy shows what it alone finds from its rank on, the best or the worst first", () => {
  const [release, popularity, catalogue] = [1, 2, 3].map((at) => log.ranks[at] ?? []);
  expect(new Set(release)).not.toContain(9);
  expect(Math.max(...(release ?? []))).toBe(41);
  expect(new Set(popularity)).toContain(9);
  expect(Math.min(...(catalogue ?? []))).toBe(21);
  expect(log.item.every((item) => item <= demoWorld.items.count)).toBe(true);
});

test("the reranker earns far less in truth, and its ranks in the log are those among the rows", () => {
  const earned = (policy: string): number =>
    truth.find((row) => row.policy === policy && row.day === null && row.reward === "like")?.mean ??
    Number.NaN;
  expect(earned("reranker")).toBeLessThan(0.6 * earned("production"));
  expect(earned("fresh-model")).toBeGreaterThan(earned("production"));
  expect(earned("popularity")).toBeLessThan(earned("production"));
  const depth = Math.max(...log.position);
  expect(Math.max(...(log.ranks[4] ?? []))).toBeLessThanOrEqual(depth);
  expect(log.ranks[4]?.[0]).toBeLessThan(20);
});

test("an abort throws its reason and leaves no file", async () => {
  const controller = new AbortController();
  const run = simulateDemo({
    seed: 1,
    output: join(folder, "gone.parquet"),
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("enough")),
  });
  await expect(run).rejects.toThrow("enough");
  expect((await readdir(folder)).filter((name) => name.startsWith("gone"))).toEqual([]);
});

test("a seed, a size and a folder that cannot be are named", async () => {
  const output = join(folder, "no", "where.parquet");
  const options = { seed: 1, users: 5, output };
  const seed = { seed: 0.5, output: join(folder, "seed.parquet") };
  await expect(simulateDemo(seed)).rejects.toThrow(/seed must be a whole/);
  await expect(simulateDemo({ ...options, users: 0 })).rejects.toThrow(/users must be a whole/);
  await expect(simulateDemo(options)).rejects.toThrow(StudyError);
  await expect(simulateDemo(options)).rejects.toThrow(/Cannot write .*where.parquet.*Choose a/);
});
