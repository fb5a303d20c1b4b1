import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { conclude } from "../src/evaluate/conclude/conclude.js";
import { readTally } from "../src/evaluate/read-tally.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import { readStudy } from "../src/study/index.js";
import { saveTally } from "../src/tally/index.js";

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
const names = Array.from({ length: Number(policies) }, (_, at) => `p${at}`);
const rewards = { like: 30, save: 4, watch: 80 };
const path = `${cache}/conclude-${feeds}-${policies}-${trajectories}-${family}-${learn}.parquet`;

await mkdir(cache, { recursive: true });
if (!existsSync(path)) {
  const engine = await createDuckdbEngine({ threads: 2 });
  await saveTally(await takeTally(readStudy(study()), { engine }), path, { keepUsers: true });
  await engine.close();
}
const reading = process.cpuUsage();
const tally = await readTally(path);
console.log(`reading the tally: ${secondsSince(reading)} CPU s`);
for (let run = 0; run < Number(runs); run++) {
  // A copy, so that nothing that an earlier run kept by table is found.
  const fresh = structuredClone(tally);
  const before = process.cpuUsage();
  const { verdicts, estimates } = conclude(fresh);
  const found = `${verdicts.length} lines, ${estimates.length} estimates`;
  console.log(`${found}: ${secondsSince(before)} CPU s`);
}

function secondsSince(before: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6).toFixed(2);
}

function study(): Record<string, unknown> {
  const curve = learn ? { fit: "inverse" } : { model: "inverse", eta: 0.6 };
  return {
    log: {
      source: { sql: logSql() },
      trajectory: "trajectory",
      rank: "position",
      rewards: Object.fromEntries(Object.keys(rewards).map((name) => [name, name])),
      user: "user_id",
      feed: "feed",
      exposure: { curve },
    },
    policies: Object.fromEntries(names.map((name) => [name, { rank: name }])),
    estimators: ["mean", "dcg", "snips"],
    family,
  };
}

/** Four trajectories a user; target rankings are permutations of 1 … 16; everything is a hash of the row's place. */
function logSql(): string {
  const among = (of: string, count: number | string): string =>
    `CAST(hash(${of}) % ${count} AS BIGINT)`;
  const ranks = names.map(
    (name, at) => `(position * (1 + ${among(`t * 19 + ${at}`, 16)})) % 17 AS ${name}`,
  );
  const values = Object.entries(rewards).map(([name, often], at) => {
    const value = name === "watch" ? `1 + ${among("t + position", 97)}` : "1";
    const draw = among(`t * 64 + position + ${at + 1}000000000`, 1000);
    return `CASE WHEN ${draw} < ${often} THEN ${value} ELSE 0 END AS "${name}"`;
  });
  const users = Math.ceil(Number(trajectories) / 4);
  return `SELECT t AS trajectory, ${among("t * 7 + 1", users)} AS user_id,
  1 + ${among("t * 11 + 3", feeds)} AS feed, position, ${[...ranks, ...values].join(", ")}
FROM (SELECT t, UNNEST(range(1, 2 + ${among("t * 13", 12)})) AS position
  FROM range(${trajectories}) AS r(t))`;
}
