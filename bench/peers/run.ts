import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Estimate, evaluate, parseStudy } from "../../src/index.js";
import { studyOfCopies } from "./study-of-copies.js";

const [python = "python3", data = "examples/obd", times = "1"] = process.argv.slice(2);
const copies = Number(times);
const path = "examples/open-bandit-men.yaml";
const example = readFileSync(path, "utf8");

interface Peer {
  readonly value: number;
  readonly seconds: number;
  readonly interval: readonly number[];
  readonly intervalSeconds: number;
  readonly cpuSeconds: number;
  readonly intervalCpuSeconds: number;
}

/** The estimates of the Open Bandit Pipeline by name. */
function ofPeer(): Readonly<Record<string, Peer>> {
  const script = fileURLToPath(new URL("obp-men.py", import.meta.url));
  const options = { encoding: "utf8" } as const;
  const printed = execFileSync(python, [script, `${data}/men-bts.csv.gz`, times], options);
  return JSON.parse(printed).estimates;
}

/** "switchDr(limit 3)", as the peer's script names it. */
function nameOf({ estimator, parameters }: Estimate): string {
  const given = ["limit", "shrinkage"].flatMap((name) =>
    parameters[name] === undefined ? [] : [`${name} ${parameters[name]}`],
  );
  return given.length === 0 ? estimator : `${estimator}(${given.join(", ")})`;
}

const text = example.replaceAll("examples/obd", data);
const study = copies === 1 ? parseStudy(text, path) : await studyOfCopies(text, copies);
const start = performance.now();
const cpuBefore = process.cpuUsage();
const result = await evaluate(study);
const seconds = (performance.now() - start) / 1000;
const cpu = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const peers = ofPeer();
const percent = (value: number): string => (100 * value).toFixed(4);

console.log(
  "| estimator | value, % | standard error | 95 % | Open Bandit Pipeline | its bootstrap |",
);
console.log("|---|---|---|---|---|---|");
for (const row of result.estimates) {
  if ("none" in row || row.withheld !== undefined || row.policy !== "uniform") continue;
  const peer = row.estimator === "mean" ? undefined : peers[nameOf(row)];
  const off = peer === undefined ? 0 : Math.abs(row.value - peer.value);
  if (off > 1e-9) throw new Error(`${nameOf(row)}: ${row.value} against ${peer?.value}.`);
  const theirs = peer === undefined ? "—" : `the same to ${off.toExponential(0)}`;
  const interval = peer === undefined ? "—" : peer.interval.map(percent).join(" to ");
  const own = row.interval.map(percent).join(" to ");
  const cells = [nameOf(row), percent(row.value), percent(row.se), own, theirs, interval];
  console.log(`| ${cells.join(" | ")} |`);
}
const sum = (of: (peer: Peer) => number): string =>
  Object.values(peers)
    .reduce((total, peer) => total + of(peer), 0)
    .toFixed(2);
console.log(`
${seconds.toFixed(1)} s and ${cpuSeconds.toFixed(1)} CPU s for all of it, reading included; the peer ${sum((peer) => peer.seconds)} s and ${sum((peer) => peer.cpuSeconds)} CPU s for values, ${sum((peer) => peer.intervalSeconds)} s and ${sum((peer) => peer.intervalCpuSeconds)} CPU s for intervals, from arrays in memory.`);
