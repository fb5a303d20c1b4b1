import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import type { World } from "../src/simulator/index.js";

// How many impressions a second are simulated, on how many threads, in how much memory. `npm run bench:simulate`.

const { values: flags } = parseArgs({
  options: {
    trajectories: { type: "string", default: "2e6" },
    threads: { type: "string", default: String(availableParallelism()) },
    seed: { type: "string", default: "1" },
  },
});

/** Threads load a compiled file: the simulator is compiled here, as the package's build does. */
const folder = resolve("node_modules/.cache/bench-simulate");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: ["src/simulator/index.ts", "src/simulator/thread-file.ts"],
  outdir: folder,
  outbase: "src",
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
});
const { feedWorld, presetWorld, simulate } = (await import(
  pathToFileURL(`${folder}/simulator/index.js`).href
)) as typeof import("../src/simulator/index.js");

const [logger, candidate] = feedWorld.policies;
if (logger === undefined || candidate === undefined) throw new Error("The world has two policies.");

/** Everybody is in the logging policy's arm, and the log holds the ranks of one other policy. */
const whole = {
  ...presetWorld("feed", { trajectories: Number(flags.trajectories) / 2 }),
  policies: [
    { ...logger, share: 1 },
    { ...candidate, share: 0 },
  ],
};

await run("the log of one arm, ranks of one other policy", whole);
await run(
  "the preset: three arms, the log of the first",
  presetWorld("feed", { trajectories: Number(flags.trajectories) }),
);

async function run(what: string, world: World): Promise<void> {
  const threads = Number(flags.threads);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  let [rows, peak, early] = [0, 0, 0];
  for await (const { impressions, number } of simulate(world, {
    seed: Number(flags.seed),
    threads,
  })) {
    rows += impressions.count;
    peak = Math.max(peak, process.memoryUsage().rss);
    if (number === 10) early = peak;
  }
  const seconds = (performance.now() - start) / 1e3;
  const { user, system } = process.cpuUsage(cpu);
  const busy = (user + system) / 1e6;
  const million = (count: number): string => (count / 1e6).toFixed(2);
  const mega = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  console.log(`${what}
  ${million(rows)} M impressions on ${threads} threads in ${seconds.toFixed(1)} s: ${million(rows / seconds)} M/s
  ${busy.toFixed(1)} s of processor: ${million((rows / busy) * threads)} M/s if ${threads} cores were free
  memory ${mega(early)} MB after ten blocks, ${mega(peak)} MB at most`);
}
