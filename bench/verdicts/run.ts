import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { worldGroups } from "../../test/fixture/verdict-worlds/index.js";
import type { World } from "../../test/fixture/verdict-worlds/world.js";
import { type Observation, observe } from "./observe.js";
import { writePage } from "./page.js";

const { values: flags } = parseArgs({
  options: {
    /** Seeds of a world. */
    seeds: { type: "string", default: "100" },
    /** Groups or worlds whose names hold one of these words, separated by commas. */
    only: { type: "string", default: "" },
    minutes: { type: "string", default: "600" },
    /** Of so many processes the one with this number: 0/2 and 1/2 share the seeds. */
    shard: { type: "string", default: "0/1" },
    /** Forget what was observed before. */
    fresh: { type: "boolean", default: false },
    run: { type: "boolean", default: true },
    page: { type: "boolean", default: true },
  },
  allowNegative: true,
});

const folder = ".cache/verdict-study";
mkdirSync(folder, { recursive: true });
if (flags.fresh) for (const name of readdirSync(folder)) rmSync(join(folder, name));

const measured = commit();
const [shard = 0, shards = 1] = flags.shard.split("/").map(Number);
const words = flags.only.split(",").filter((word) => word !== "");
const chosen = Object.entries(worldGroups).flatMap(([group, worlds]) =>
  worlds
    .filter(
      ({ name }) => words.length === 0 || words.some((word) => `${group} ${name}`.includes(word)),
    )
    .map((world) => ({ group, world })),
);

if (flags.run) await study();
if (flags.page) await writePage(worldGroups, readAll());

function readAll(): readonly Observation[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Observation),
    );
}

/** All worlds at one seed, then all at the next: whenever time is up, every world has been seen. */
async function study(): Promise<void> {
  const done = new Set(readAll().map(({ world, seed }) => `${world} ${seed}`));
  const engine = await createDuckdbEngine({ threads: 1 });
  const start = performance.now();
  const until = start + Number(flags.minutes) * 60_000;
  let count = 0;
  try {
    for (let seed = 1; seed <= Number(flags.seeds); seed++) {
      if (seed % shards !== shard) continue;
      for (const { world } of chosen) {
        if (seed > mostSeeds(world)) continue;
        if (done.has(`${world.name} ${seed}`) || performance.now() > until) continue;
        await record(world, seed, engine);
        count++;
      }
      const seconds = (performance.now() - start) / 1e3;
      const left = ((Number(flags.seeds) - seed) / shards) * chosen.length;
      const minutes = ((seconds / Math.max(1, count)) * left) / 60;
      console.error(
        `seed ${seed}: ${(seconds / Math.max(1, count)).toFixed(2)} s a world, ${minutes.toFixed(0)} minutes left`,
      );
    }
  } finally {
    await engine.close();
  }
}

/** Large logs cost more: they have fewer seeds, in proportion. */
function mostSeeds({ sessions }: World): number {
  return Math.max(1, Number(flags.seeds) * Math.min(1, 30_000 / sessions));
}

async function record(
  world: World,
  seed: number,
  engine: Parameters<typeof observe>[2],
): Promise<void> {
  const found = await observe(world, seed, engine, measured);
  const lines = found.map((each) => `${JSON.stringify(each)}\n`).join("");
  appendFileSync(join(folder, `part-${shard}.jsonl`), lines);
}

function commit(): string {
  if (!existsSync(".git")) return "unknown";
  return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
}
