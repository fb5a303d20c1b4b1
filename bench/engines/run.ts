import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { conclude } from "../../src/evaluate/conclude/conclude.js";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { takeTally } from "../../src/evaluate/take-tally.js";
import { readStudy } from "../../src/study/read-study.js";
import { agreementOf } from "../agreement.js";
import { type Contender, contenders } from "../contenders.js";
import { generateLog } from "../generate-log.js";
import type { Moments } from "../run-by-hand.js";
import { standardStudy } from "../standard-study.js";
import { timedEngine } from "../timed-engine.js";
import { type Place, type PlaceMember, places } from "./places.js";
import { askByHand } from "./query-by-hand.js";

const { values: flags } = parseArgs({
  options: {
    impressions: { type: "string", default: "20e6" },
    runs: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    // Whether rows that several statements read are held where that must be said.
    hold: { type: "boolean", default: false },
    cache: {
      type: "string",
      default: fileURLToPath(new URL("../../.cache/bench", import.meta.url)),
    },
  },
});
const impressions = Number(flags.impressions);
const path = join(flags.cache, `log-${impressions}.parquet`);
const chosen = contenders.filter(({ name }) =>
  ["integer, check", "integer, declared"].includes(name),
);
const numbers = new Map<string, Set<string>>();
/** The last result of each contender. */
const results = new Map<string, Result>();

/** One contender at one place: seconds of every run, and what the fastest of them moved. */
interface Line {
  readonly place: string;
  readonly contender: string;
  readonly seconds: readonly number[];
  /** Of the server and this process, the least of all runs. */
  readonly cpu: number;
  /** Of the server alone, the least of all runs; 0 where it is this process. */
  readonly cpuOfServer: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly shuffled: number | undefined;
  readonly read: number | undefined;
}

const numbersOf = ({ estimates, differences }: Result): string =>
  JSON.stringify({ estimates, differences });

await generateLog(path, impressions);
const lines: Line[] = [];
const peaks: [string, number][] = [];
try {
  for (const member of places.filter(({ name }) => name.includes(flags.only))) await at(member);
} finally {
  print();
}

async function at(member: PlaceMember): Promise<void> {
  if (member.unavailable !== undefined) {
    console.log(`${member.name}: not measured, ${member.unavailable}`);
    return;
  }
  const place = await member.open({ path, threads: availableParallelism(), hold: flags.hold });
  try {
    for (const contender of chosen) {
      lines.push(await measure(member.name, contender.name, place, () => ask(place, contender)));
    }
    let moments: readonly Moments[] = [];
    const byHand = await measure(member.name, "integer, by hand", place, async () => {
      moments = await askByHand(place.engine, path, chosen[0] as Contender, member.words);
      return {};
    });
    lines.push(byHand);
    const found = results.get(chosen[0]?.name ?? "");
    if (found !== undefined) {
      const { compared, value, se } = agreementOf(found, moments);
      const told = [value, se].map((each) => each.toExponential(1));
      console.log(
        `${member.name}: ${compared} estimates deviate from the query by hand there by at most ${told[0]} (errors ${told[1]})`,
      );
    }
    peaks.push([member.name, place.peakMegabytes()]);
  } finally {
    await place.stop();
  }
}

async function measure(
  place: string,
  contender: string,
  { bytes, cpuSeconds }: Place,
  run: () => Promise<Readonly<Record<string, number>>>,
): Promise<Line> {
  const runs: Line[] = [];
  // One run more, unmeasured: engines compile, and files are read into the system's cache.
  for (let i = 0; i <= Number(flags.runs); i++) {
    const before = await bytes();
    const [server, own] = [cpuSeconds(), process.cpuUsage()];
    const start = performance.now();
    const parts = await run();
    const seconds = [(performance.now() - start) / 1e3];
    const { user, system } = process.cpuUsage(own);
    const cpuOfServer = cpuSeconds() - server;
    const cpu = cpuOfServer + (user + system) / 1e6;
    const after = await bytes();
    const moved = (key: "shuffled" | "read"): number | undefined =>
      after && before && after[key] - before[key];
    runs.push({
      place,
      contender,
      seconds,
      cpu,
      cpuOfServer,
      parts,
      shuffled: moved("shuffled"),
      read: moved("read"),
    });
  }
  const measured = runs.slice(1);
  const fastest = measured.reduce((a, b) => ((b.seconds[0] ?? 0) < (a.seconds[0] ?? 0) ? b : a));
  const cpu = Math.min(...measured.map((run) => run.cpu));
  const cpuOfServer = Math.min(...measured.map((run) => run.cpuOfServer));
  return { ...fastest, cpu, cpuOfServer, seconds: measured.flatMap(({ seconds }) => seconds) };
}

async function ask(
  { engine, source }: Place,
  contender: Contender,
): Promise<Record<string, number>> {
  const parts: Record<string, number> = {};
  const study = readStudy(standardStudy(source, contender));
  const tally = await takeTally(study, { engine: timedEngine(engine, parts) });
  const result = await conclude(tally);
  const known = numbers.get(contender.name) ?? new Set();
  numbers.set(contender.name, known.add(numbersOf(result)));
  results.set(contender.name, result);
  return parts;
}

function print(): void {
  const least = (line: Line): number => Math.min(...line.seconds);
  const first = (contender: string): Line | undefined =>
    lines.find((line) => line.contender === contender);
  const megabytes = (bytes: number | undefined): string =>
    bytes === undefined ? "–" : (bytes / 2 ** 20).toFixed(1);
  console.log(
    `\n## ${impressions.toLocaleString("en")} impressions, ${flags.runs} runs after one to warm up\n`,
  );
  console.log(
    "| place | study | least s | CPU s | of the server | CPU ÷ DuckDB | CPU ÷ by hand there | server ÷ by hand there | MB shuffled | MB read |",
  );
  console.log("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (const line of lines) {
    const duckdb = first(line.contender);
    const byHand = lines.find(
      (other) => other.place === line.place && other.contender === "integer, by hand",
    );
    const over = (peer: Line | undefined, key: "cpu" | "cpuOfServer" = "cpu"): string =>
      peer === undefined || peer[key] === 0 ? "–" : (line[key] / peer[key]).toFixed(2);
    const seconds = [least(line), line.cpu, line.cpuOfServer].map((each) => each.toFixed(2));
    const cells = [line.place, line.contender, ...seconds];
    const ratios = [
      ...[duckdb?.place === "duckdb" ? over(duckdb) : "–", over(byHand)],
      over(byHand, "cpuOfServer"),
    ];
    console.log(
      `| ${[...cells, ...ratios, megabytes(line.shuffled), megabytes(line.read)].join(" | ")} |`,
    );
  }
  console.log(
    `\nPeak memory of all processes, MB: ${peaks.map(([name, peak]) => `${name} ${peak.toFixed(0)}`).join(", ")}`,
  );
  for (const [contender, known] of numbers) {
    console.log(
      `${contender}: ${known.size === 1 ? "the same numbers everywhere, bit by bit" : `${known.size} different results`}`,
    );
  }
  for (const { place, contender, parts } of lines) {
    const told = Object.entries(parts).map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`);
    if (told.length > 0) console.log(`\n${place}, ${contender}: ${told.join(", ")}`);
  }
}
