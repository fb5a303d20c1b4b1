import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { readStudy } from "../src/study/read-study.js";
import { generateLog } from "./generate-log.js";
import { standardStudy } from "./standard-study.js";

// The standard study by `t`, and with the 1,000 replicates of the bootstrap over users.

const { values: flags } = parseArgs({
  options: {
    impressions: { type: "string", default: "2e6" },
    runs: { type: "string", default: "1" },
    cache: { type: "string", default: fileURLToPath(new URL("../.cache/bench", import.meta.url)) },
  },
});
const impressions = Number(flags.impressions);
const path = `${flags.cache}/log-${impressions}.parquet`;
await generateLog(path, impressions);
const study = standardStudy(path, {
  name: "integer, check",
  kind: "study",
  user: "user_id",
  structure: "check",
});

for (let run = 0; run < Number(flags.runs); run++) {
  const [plain = 0, drawn = 0] = [await secondsBy("t"), await secondsBy("bootstrapPercentile")];
  console.log(`with replicates over users ÷ without: ${(drawn / plain).toFixed(2)}`);
}

async function secondsBy(interval: string): Promise<number> {
  const engine = await createDuckdbEngine({ threads: 2 });
  const [before, start] = [process.cpuUsage(), performance.now()];
  const { estimates } = await evaluate(readStudy({ ...study, interval }), { engine });
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1e6;
  const wall = (performance.now() - start) / 1e3;
  console.log(
    `${interval}: ${estimates.length} estimates, ${cpu.toFixed(1)} CPU s, ${wall.toFixed(1)} s`,
  );
  await engine.close();
  return cpu;
}
