import { bareSql, byHandSql } from "./by-hand.js";
import type { Contender, Run } from "./contenders.js";
import { runByHand } from "./run-by-hand.js";
import { runFit, runStudy } from "./run-study.js";
import { standardStudy } from "./standard-study.js";

/** The argument of a child process. */
export interface ChildTask {
  readonly contender: Contender;
  readonly path: string;
  readonly threads: number;
}

const { contender, path, threads } = JSON.parse(process.argv[2] ?? "") as ChildTask;
const start = performance.now();
const cpuBefore = process.cpuUsage();
const measured = await partsOf();
const seconds = (performance.now() - start) / 1e3;
const cpu = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
// Kilobytes on Linux and macOS alike: Node divides where the system counts bytes.
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ seconds, cpuSeconds, ...measured, peakMegabytes } satisfies Run));

async function partsOf(): Promise<Pick<Run, "parts" | "longestStill">> {
  const { kind } = contender;
  if (kind === "fit") return { parts: await runFit(standardStudy(path, contender), threads) };
  if (kind === "closed" || kind === "lists" || kind === "bare") {
    await runByHand(kind === "bare" ? bareSql(path) : byHandSql(path, contender), threads);
    return { parts: {} };
  }
  const { parts, longestStill } = await runStudy(standardStudy(path, contender), threads);
  return { parts, longestStill };
}
