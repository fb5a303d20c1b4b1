import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { columnsOf, joined } from "./impressions.js";
import { lawWorld } from "./law-world.js";
import { simulateWhole } from "./simulate.js";

// Threads load a compiled file, which the sources that tests run have none of: they are compiled here.
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(resolve("node_modules/.hindcast-threads-"));
  await build({
    entryPoints: ["src/simulator/simulate.ts", "src/simulator/thread-file.ts"],
    outdir: folder,
    outbase: "src",
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
});
afterAll(() => rm(folder, { recursive: true }));

const world = { ...lawWorld, exposures: false, users: 8_500 };

async function compiled(): Promise<typeof import("./simulate.js")> {
  return await import(pathToFileURL(join(folder, "simulator/simulate.js")).href);
}

test("threads give the same rows and sums in the same order", async () => {
  const { simulate } = await compiled();
  const whole = simulateWhole(world, 4);
  const parts = [];
  const numbers = [];
  for await (const batch of simulate(world, { seed: 4, threads: 3 })) {
    parts.push(batch.impressions);
    numbers.push(batch.number);
  }
  expect(numbers).toEqual([0, 1, 2]);
  const all = joined(world, parts);
  expect(all.count).toBe(whole.log.count);
  columnsOf(all).forEach((column, at) => {
    expect(Array.from(column)).toEqual(Array.from(columnsOf(whole.log)[at] ?? []));
  });
});

test("threads end with the signal, and where reading ends", async () => {
  const { simulate } = await compiled();
  const controller = new AbortController();
  const batches = simulate(world, { seed: 4, threads: 2, signal: controller.signal });
  await batches.next();
  controller.abort(new Error("enough"));
  await expect(batches.next()).rejects.toThrow("enough");
  const others = simulate(world, { seed: 4, threads: 2 });
  await others.next();
  await others.return();
  expect((await others.next()).done).toBe(true);
});

test("all threads share one listener of the signal, since Node warns of many", async () => {
  const { simulate } = await compiled();
  const { signal } = new AbortController();
  const listening = vi.spyOn(signal, "addEventListener");
  for await (const _ of simulate(world, { seed: 4, threads: 3, signal }));
  expect(listening).toHaveBeenCalledTimes(1);
});
