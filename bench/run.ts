import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { DuckDBInstance, version } from "@duckdb/node-api";
import { agreementOf } from "./agreement.js";
import { byHandSql } from "./by-hand.js";
import type { ChildTask } from "./child.js";
import { type Contender, contenders, type Run } from "./contenders.js";
import { generateLog } from "./generate-log.js";
import { benchLarge } from "./large.js";
import { runByHand } from "./run-by-hand.js";
import { runStudy } from "./run-study.js";
import { standardStudy } from "./standard-study.js";
import { learningLines, type Measured, ndcgLine, partsTable, timesTable } from "./tables.js";

const { values: flags } = parseArgs({
  options: {
    impressions: { type: "string" },
    large: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    threads: { type: "string", default: String(availableParallelism()) },
    cache: { type: "string", default: fileURLToPath(new URL("../.cache/bench", import.meta.url)) },
    only: { type: "string", default: "" },
  },
});
const run = promisify(execFile);
const threads = Number(flags.threads);
const sizes = (flags.impressions ?? (flags.large ? "200e6" : "1e6,20e6")).split(",").map(Number);
/** Few enough users that each is a bucket of its own and errors agree to the last digits. */
const smallLog = 200_000;
const tolerance = 1e-9;

await mkdir(flags.cache, { recursive: true });
const { stdout: commit } = await run("git", ["describe", "--always", "--dirty"]);
const [{ model = "unknown" } = {}] = cpus();
console.log(
  `Commit ${commit.trim()}, DuckDB ${version()}, Node ${process.version}, ${threads} threads of ${model}, ${flags.runs} runs`,
);
if (flags.large) {
  for (const size of sizes) {
    await benchLarge(flags.cache, size, flags.only, (contender, path) =>
      inChild({ contender, path, threads }),
    );
  }
} else {
  await requireAgreement();
  for (const size of sizes) await bench(size);
}

async function bench(size: number): Promise<void> {
  const path = await logOf(size);
  const rows = await rowsOf(path);
  const chosen = contenders.filter(({ name }) => name.includes(flags.only));
  const runs = new Map<Contender, Run[]>(chosen.map((contender) => [contender, []]));
  for (let i = 0; i < Number(flags.runs); i++) {
    for (const [contender, own] of runs) own.push(await inChild({ contender, path, threads }));
  }
  const measured = [...runs].map(([contender, own]): Measured => ({ contender, runs: own }));
  console.log(`\n## ${rows.toLocaleString("en")} impressions\n`);
  console.log(`${timesTable(rows, measured)}\n\n${partsTable(measured)}\n\n${ndcgLine(measured)}`);
  console.log(`\n${learningLines(measured)}`);
}

/** A fresh process per run, so that peak memory is the contender's own and no cache is warm but the disk's. */
async function inChild(task: ChildTask): Promise<Run> {
  const child = fileURLToPath(new URL("./child.ts", import.meta.url));
  const args = ["--import", "tsx", child, JSON.stringify(task)];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout) as Run;
}

/** The answers must be the same before their times mean anything. */
async function requireAgreement(): Promise<void> {
  const path = await logOf(smallLog);
  for (const contender of contenders.filter(({ kind }) => kind === "study")) {
    const { result } = await runStudy(standardStudy(path, contender), threads);
    for (const kind of ["closed", "lists"] as const) {
      const byHand = await runByHand(byHandSql(path, { ...contender, kind }), threads);
      const { compared, value, se } = agreementOf(result, byHand);
      const line = `${contender.name} against ${kind}: ${compared} rows, largest relative deviation ${value.toExponential(1)} (value), ${se.toExponential(1)} (standard error)`;
      if (!(compared > 0 && value <= tolerance && se <= tolerance)) throw new Error(line);
      console.log(line);
    }
  }
}

async function logOf(impressions: number): Promise<string> {
  const path = join(flags.cache, `log-${impressions}.parquet`);
  await generateLog(path, impressions);
  return path;
}

async function rowsOf(path: string): Promise<number> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(`SELECT COUNT(*) FROM '${path}'`);
  const rows = Number(reader.getRows()[0]?.[0]);
  connection.closeSync();
  instance.closeSync();
  return rows;
}
