import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Contender, Run } from "./contenders.js";
import { generateLog } from "./generate-log.js";

/** Bytes of the log, and of what a checked study spills, for each impression. */
const bytesOfLog = 9;
const bytesOfSpill = 16;
/** A log is generated in files of about so many impressions, whose order is sorted in memory. */
const impressionsOfPart = 20e6;

const contenders: readonly Contender[] = (["check", "declared"] as const).flatMap((structure) =>
  (["user_id", "user_key"] as const).map((user): Contender => {
    const name = `${user === "user_id" ? "integer" : "string"}, ${structure}`;
    return { name, kind: "study", user, structure };
  }),
);

/**
 * Times the standard study on a log that is larger than the engine's memory limit: seconds, peak memory of
 * the process, and the longest time in which progress stood still. Says first how much disk it needs, and
 * throws where there is less.
 */
export async function benchLarge(
  cache: string,
  impressions: number,
  only: string,
  inChild: (contender: Contender, path: string) => Promise<Run>,
): Promise<void> {
  const folder = join(cache, `large-${impressions}`);
  await mkdir(folder, { recursive: true });
  await requireDisk(folder, impressions);
  const parts = Math.ceil(impressions / impressionsOfPart);
  for (let part = 0; part < parts; part++) {
    const path = join(folder, `part-${String(part).padStart(3, "0")}.parquet`);
    await generateLog(path, impressions, { part, of: parts });
    console.log(`generated ${part + 1} of ${parts} files`);
  }
  console.log("\n|  | s | CPU s | ns CPU/row | peak MB | longest still, s |");
  console.log("|---|---:|---:|---:|---:|---:|");
  for (const contender of contenders.filter(({ name }) => name.includes(only))) {
    const run = await inChild(contender, join(folder, "part-*.parquet"));
    const { seconds, cpuSeconds, peakMegabytes, longestStill = 0 } = run;
    const perRow = (cpuSeconds / impressions) * 1e9;
    const cells = [seconds, cpuSeconds, perRow, peakMegabytes].map((value) => value.toFixed(0));
    console.log(`| ${[contender.name, ...cells, longestStill.toFixed(1)].join(" | ")} |`);
  }
}

async function requireDisk(folder: string, impressions: number): Promise<void> {
  const [log, spill] = [bytesOfLog, bytesOfSpill].map((bytes) => (bytes * impressions) / 1e9);
  const need = (log ?? 0) + (spill ?? 0);
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / 1e9;
  const words = `${impressions.toLocaleString("en")} impressions need ${need.toFixed(1)} GB of disk: ${log?.toFixed(1)} GB for the log, which is kept in ${folder}, and up to ${spill?.toFixed(1)} GB of the system's temporary directory while a study runs`;
  if (free < need)
    throw new Error(`${words}; ${free.toFixed(1)} GB are free. Choose fewer with --impressions.`);
  console.log(words);
}
