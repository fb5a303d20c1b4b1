import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createRandom } from "../../src/random/create-random.js";
import {
  concludeRanking,
  labelsOf,
  planRanking,
  readLinesFile,
  scoreLines,
} from "../../src/rankings/index.js";

// A run of a million lines against a million labels, from files to nDCG@10, nDCG@100 and MAP with their intervals, in
// seconds of CPU: times of a busy machine can be compared. Peers take turns; `--python` names one that has them.
const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    python: { type: "string", default: "" },
    cache: {
      type: "string",
      default: fileURLToPath(new URL("../../.cache/bench", import.meta.url)),
    },
  },
});

const [run, labels] = ["run.txt", "labels.txt"].map((name) => join(flags.cache, name));
if (run === undefined || labels === undefined) throw new Error("no files");
mkdirSync(flags.cache, { recursive: true });
writeFiles(Number(flags.users));

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function own(): Promise<readonly [seconds: number, value: number]> {
  const start = cpu();
  const known = labelsOf(await readLinesFile({ path: labels ?? "" }, "labels"));
  const plan = planRanking({ measures: "nDCG@10,nDCG@100,MAP", conventions: "trec_eval" });
  const scored = scoreLines(await readLinesFile({ path: run ?? "" }, "run"), known, plan);
  const [row] = concludeRanking(known, [scored], plan).estimates;
  return [cpu() - start, row !== undefined && "value" in row ? row.value : Number.NaN];
}

function peer(name: string): readonly [seconds: number, value: number] {
  const script = fileURLToPath(new URL("./peer.py", import.meta.url));
  const printed = execFileSync(flags.python, [script, name, run ?? "", labels ?? ""], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [seconds = Number.NaN, value = Number.NaN] = printed.trim().split(" ").map(Number);
  return [seconds, value];
}

const peers = flags.python === "" ? [] : ["pytrec_eval", "ranx"];
const times = new Map<string, number[]>();
for (let round = 0; round < Number(flags.rounds); round++) {
  for (const name of ["hindcast", ...peers]) {
    const [seconds, value] = name === "hindcast" ? await own() : peer(name);
    times.set(name, [...(times.get(name) ?? []), seconds]);
    console.log(`${name}: ${seconds.toFixed(3)} s, nDCG@10 ${value}`);
  }
}
for (const [name, all] of times) {
  const middle = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  console.log(`${name}: median ${middle.toFixed(3)} s of CPU`);
}

function writeFiles(users: number): void {
  const random = createRandom("bench of rankings");
  const [listed, graded]: [string[], string[]] = [[], []];
  for (let user = 0; user < users; user++) {
    const items = new Set<number>();
    while (items.size < 175) items.add(random.integer(1_000_000));
    const all = [...items].map((item) => `item${String(item).padStart(7, "0")}`);
    const scores = Float64Array.from({ length: 100 }, () => 20 * random.next()).sort();
    for (const [rank, item] of all.slice(0, 100).entries()) {
      const score = (scores[99 - rank] ?? 0).toFixed(6);
      listed.push(`user${user} Q0 ${item} ${rank + 1} ${score} system`);
    }
    for (const item of all.filter((_, at) => at % 4 === 0 || at >= 100))
      graded.push(`user${user} 0 ${item} ${random.integer(4)}`);
  }
  writeFileSync(run ?? "", `${listed.join("\n")}\n`);
  writeFileSync(labels ?? "", `${graded.join("\n")}\n`);
}
