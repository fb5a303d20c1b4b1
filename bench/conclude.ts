import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { conclude } from "../src/evaluate/conclude/conclude.js";
import { readTally } from "../src/evaluate/read-tally.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import { readStudy } from "../src/study/read-study.js";
import { saveTally } from "../src/tally/tally-file.js";
import { manyFeeds } from "./many-feeds.js";

// Reading a saved tally and the arithmetic after the sums, of a study of many feeds, policies and rewards.

const { values: flags } = parseArgs({
  options: {
    feeds: { type: "string", default: "30" },
    policies: { type: "string", default: "5" },
    trajectories: { type: "string", default: "300000" },
    family: { type: "string", default: "study" },
    learn: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    cache: { type: "string", default: fileURLToPath(new URL("../.cache/bench", import.meta.url)) },
  },
});
const { feeds, policies, trajectories, family, learn, runs, cache } = flags;
const study = manyFeeds({
  feeds: Number(feeds),
  policies: Number(policies),
  trajectories: Number(trajectories),
  estimators: ["mean", "dcg", "snips"],
  learn,
  family,
});
const path = `${cache}/conclude-${feeds}-${policies}-${trajectories}-${family}-${learn}.parquet`;

await mkdir(cache, { recursive: true });
if (!existsSync(path)) {
  const engine = await createDuckdbEngine({ threads: 2 });
  await saveTally(await takeTally(readStudy(study), { engine }), path, { keepUsers: true });
  await engine.close();
}
const reading = process.cpuUsage();
const tally = await readTally(path);
console.log(`reading the tally: ${secondsSince(reading)} CPU s`);
for (let run = 0; run < Number(runs); run++) {
  // A copy, so that nothing that an earlier run kept by table is found.
  const fresh = structuredClone(tally);
  const before = process.cpuUsage();
  const { verdicts, estimates } = await conclude(fresh);
  const found = `${verdicts.length} lines, ${estimates.length} estimates`;
  console.log(`${found}: ${secondsSince(before)} CPU s`);
}

function secondsSince(before: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6).toFixed(2);
}
