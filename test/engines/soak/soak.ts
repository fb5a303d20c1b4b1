// Several engines under a fault injector at the same time, each behind a wire that is cut, stalled and slowed down at
// random, with clients that are told to stop and clients that are killed:
//   npm run test:soak -- --minutes 30 --engines spark,clickhouse,postgresql
// Every answer must be right or a typed error, in time; no work may be left on a server, and memory must stay flat.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { planOf, sqlOf } from "../../../src/engines/laws/law.js";
import { EngineError } from "../../../src/errors.js";
import { conclude } from "../../../src/evaluate/conclude/conclude.js";
import { takeTally } from "../../../src/evaluate/take-tally.js";
import { createRandom } from "../../../src/random/create-random.js";
import type { Random } from "../../../src/random/random.js";
import type { Engine } from "../../../src/sql/engine.js";
import { collect } from "../../../src/sql/run/collect.js";
import { readStudy } from "../../../src/study/read-study.js";
import { declaredStudy } from "../golden/cases.js";
import { goldenLogs, plainLog } from "../golden/golden-log.js";
import { inMemory } from "../golden/golden-numbers.js";
import { pathsOf, writeLog } from "../golden/write-log.js";
import { processesOf } from "../servers/processes.js";
import { type Proxy as Line, startProxy } from "../servers/proxy.js";
import { clickhouse } from "../under-test/clickhouse.js";
import { postgresql } from "../under-test/postgresql.js";
import { sail } from "../under-test/sail.js";
import { spark } from "../under-test/spark.js";
import type { Running, UnderTest, WrittenLog } from "../under-test/under-test.js";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    engines: { type: "string", default: "spark,clickhouse,postgresql" },
    seed: { type: "string", default: "soak" },
  },
});
const known: readonly UnderTest[] = [spark, clickhouse, postgresql, sail];
const chosen = flags.engines
  .split(",")
  .flatMap((name) => known.filter((each) => each.name === name));
const end = Date.now() + 60_000 * Number(flags.minutes);

/** Seconds of silence after which a connection counts as lost, here. */
const silence = 6;
/** Milliseconds after which an answer counts as none: silence, what a new connection may take, and a busy machine. */
const longest = 180_000;
/** Milliseconds in which a server's work must end. */
const patience = 45_000;

const main = fileURLToPath(new URL("../../../src/cli/main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

/** What a round works with. */
interface Round {
  readonly under: UnderTest;
  readonly running: Running;
  readonly log: WrittenLog;
  readonly random: Random;
  readonly proxy: Line;
  readonly control: AbortController;
}

type Fault = (round: Round) => Promise<void>;

const soon = ({ random }: Round, most = 3000): Promise<void> => wait(most * random.next());

/** What befalls a client, each after a random time. */
const faults: Readonly<Record<string, Fault>> = {
  nothing: async () => {},
  "a cut": async (round) => {
    await soon(round);
    round.proxy.cut();
  },
  "cuts again and again": async (round) => {
    for (let i = 0; i < 5; i++) {
      await soon(round, 1500);
      round.proxy.cut();
    }
  },
  "a stall of two seconds": async (round) => {
    await soon(round);
    round.proxy.pass("nothing");
    await wait(2000);
    round.proxy.pass("all");
  },
  "a stall for good": async (round) => {
    await soon(round);
    round.proxy.pass("nothing");
  },
  "dribbling for four seconds": async (round) => {
    await soon(round);
    round.proxy.pass("dribbles");
    await wait(4000);
    round.proxy.pass("all");
  },
  "the server gone": async (round) => {
    await soon(round);
    await round.proxy.end();
  },
  "Ctrl-C": async (round) => {
    await soon(round);
    round.control.abort();
  },
  "Ctrl-C in a stall": async (round) => {
    await soon(round);
    round.proxy.pass("nothing");
    await soon(round, 2000);
    round.control.abort();
  },
};

const counts = new Map<string, Map<string, number>>();
const wrong: string[] = [];

function tell(engine: string, what: string, outcome: string): void {
  const key = `${engine} | ${what}`;
  const own = counts.get(key) ?? new Map<string, number>();
  counts.set(key, own.set(outcome, (own.get(outcome) ?? 0) + 1));
}

function fail(engine: string, what: string, how: string): void {
  wrong.push(`${engine}, ${what}: ${how}`);
  console.error(`WRONG: ${engine}, ${what}: ${how}`);
  tell(engine, what, "WRONG");
}

async function numbersOf(engine: Engine, source: unknown, signal?: AbortSignal): Promise<string> {
  const log = { ...(declaredStudy.log as object), source };
  const tally = await takeTally(readStudy({ ...declaredStudy, log }), { engine, signal });
  const { estimates, differences } = await conclude(tally);
  return JSON.stringify({ estimates, differences });
}

/** One question over a wire to which something happens. */
async function ask(
  under: UnderTest,
  running: Running,
  log: WrittenLog,
  random: Random,
  right: string,
): Promise<void> {
  const names = Object.keys(faults);
  const fault = names[Math.floor(random.next() * names.length)] ?? "nothing";
  const isSlow = random.next() < 0.4 && fault !== "nothing";
  const what = `${isSlow ? "a long statement" : "a study"}, ${fault}`;
  const proxy = await startProxy(running.port ?? 0);
  const control = new AbortController();
  // What is still running then is told to stop, as a person would.
  const tired = setTimeout(() => control.abort(), isSlow ? 30_000 : 120_000);
  const begun = Date.now();
  let engine: Engine | undefined;
  const answer = async (): Promise<string> => {
    engine = await running.connect({ port: proxy.port, silence });
    if (!isSlow) return numbersOf(engine, running.source(log), control.signal);
    const slow = planOf(sqlOf(under.slowSource), { n: "bigint" });
    await collect(engine, slow, { signal: control.signal });
    return "an answer that nobody can wait for";
  };
  const injected = faults[fault]?.({ under, running, log, random, proxy, control }).catch(() => {});
  const ended = await Promise.race([
    answer().then(
      (came) => (came === right ? "right" : new Error("other numbers")),
      (error: unknown) => error,
    ),
    wait(longest, "hangs"),
  ]);
  clearTimeout(tired);
  await injected;
  await Promise.race([engine?.close().catch(() => {}), wait(10_000)]);
  await proxy.end().catch(() => {});
  const seconds = Math.round((Date.now() - begun) / 1000);
  if (ended === "right") tell(under.name, what, "right");
  else if (ended instanceof EngineError && ended.failure !== "internal")
    tell(under.name, what, ended.failure);
  else fail(under.name, what, `${ended} after ${seconds} s`);
}

/** A client that is killed leaves no work for long. */
async function killClient(
  under: UnderTest,
  running: Running,
  folder: string,
  random: Random,
): Promise<void> {
  const { study } = running;
  if (study === undefined) return;
  const path = join(folder, `${under.name}.json`);
  const sql = `SELECT n AS position, 0 AS liked FROM (${under.slowSource}) AS s`;
  const log = { source: { sql }, rank: "position", rewards: ["liked"] };
  await writeFile(path, JSON.stringify({ log, policies: {}, engine: study.engine }));
  const child = spawn(process.execPath, ["--import", tsx, main, "evaluate", path], {
    cwd: folder,
    env: { ...process.env, ...study.env },
    stdio: "ignore",
  });
  const ended = once(child, "close");
  await wait(3000 + 4000 * random.next());
  const signal = random.next() < 0.5 ? "SIGKILL" : "SIGTERM";
  child.kill(signal);
  await ended;
  tell(under.name, `a client ended by ${signal}`, "ended");
}

/** A server that loses a worker answers all the same. */
async function killWorker(under: UnderTest, running: Running): Promise<void> {
  const [worker] = processesOf(running.pid ?? 0, "CoarseGrainedExecutorBackend");
  if (worker === undefined) return;
  process.kill(worker, "SIGKILL");
  tell(under.name, "an executor killed", "done");
}

async function requireIdle(under: UnderTest, { jobs }: Running, after: string): Promise<void> {
  if (jobs === undefined) return;
  const begun = Date.now();
  while ((await jobs()) > 0) {
    if (Date.now() - begun > patience) return fail(under.name, after, "work is left on the server");
    await wait(250);
  }
}

async function soak(
  under: UnderTest,
  logs: readonly WrittenLog[],
  folder: string,
  right: string,
): Promise<void> {
  const random = createRandom(`${flags.seed} ${under.name}`);
  const running = await under.start(logs);
  const log = logs.find(({ name }) => name === plainLog.name);
  if (log === undefined) throw new Error("The plain log is missing.");
  try {
    while (Date.now() < end) {
      const draw = random.next();
      if (draw < 0.1) await killClient(under, running, folder, random);
      else {
        if (draw < 0.15 && under.name === "spark") await killWorker(under, running);
        await ask(under, running, log, random, right);
      }
      await requireIdle(under, running, "after a question");
    }
  } finally {
    await running.stop();
  }
}

const memory: number[] = [];
const watching = setInterval(() => {
  globalThis.gc?.();
  memory.push(process.memoryUsage().heapUsed / 2 ** 20);
}, 10_000).unref();

const folder = await mkdtemp(join(tmpdir(), "hindcast-soak-"));
try {
  for (const log of goldenLogs) await writeLog(log, folder);
  const logs = goldenLogs.map((log) => ({ ...log, paths: pathsOf(log, folder) }));
  const right = await numbersOf(inMemory.engine, inMemory.source(plainLog));
  for (const { name, unavailable } of chosen) {
    if (unavailable !== undefined) console.log(`${name} is left out: ${unavailable}`);
  }
  const able = chosen.filter(({ unavailable }) => unavailable === undefined);
  await Promise.all(able.map((under) => soak(under, logs, folder, right)));
} finally {
  clearInterval(watching);
  await rm(folder, { recursive: true, force: true });
}
report();

function report(): void {
  console.log("\n| engine | what happened | outcomes |\n|---|---|---|");
  for (const [key, outcomes] of [...counts].sort()) {
    const listed = [...outcomes].map(([outcome, many]) => `${outcome}: ${many}`).join(", ");
    console.log(`| ${key} | ${listed} |`);
  }
  const third = Math.max(1, Math.floor(memory.length / 3));
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length);
  const [first, last] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(-third))];
  console.log(
    `\nheap after collection: ${first.toFixed(0)} MB in the second third, ${last.toFixed(0)} MB in the last`,
  );
  if (memory.length >= 9 && last > 1.3 * first + 20) wrong.push("memory grows");
  for (const each of wrong) console.error(each);
  console.log(
    wrong.length === 0 ? "every answer was right or a typed error" : `${wrong.length} faults`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
