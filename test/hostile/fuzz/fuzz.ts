// Files that strangers might hand over, made of sound ones by random changes of their structure and bytes:
//   npm run test:fuzz -- --minutes 20 --seed 1
// Each must give an answer or an error of ours, in printable words, and write nothing but what was asked for. Prints
// how commands ended, by kind of file, and each fault once, with the case that repeats it.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { type Case, openBench, someCase } from "./bench.js";

const { values: flags } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
  },
});
const end = performance.now() + 60_000 * Number(flags.minutes);
/** Milliseconds after which a command counts as one that does not end, on a busy machine. */
const longest = 30_000;

const bench = await openBench();
const counts = new Map<string, number>();
const faults = new Map<string, { readonly text: string; readonly at: Case; times: number }>();
let [cases, slowest, seed] = [0, 0, Number(flags.seed)];

/** The same fault in other words: without numbers and quoted texts. */
const nameOf = (fault: string): string =>
  fault
    .replace(/"[^"]*"/g, '""')
    .replace(/\d+/g, "#")
    .slice(0, 160);

async function tryOne(given: Case): Promise<void> {
  cases++;
  for (const { argv, code, milliseconds, fault } of await bench.tried(given)) {
    const key = `${given.kind}: ${argv[0]} ended with ${code}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    slowest = Math.max(slowest, milliseconds);
    const found = fault ?? (milliseconds > longest ? `took ${milliseconds} ms` : undefined);
    if (found === undefined) continue;
    const name = `${given.kind} ${argv.join(" ")}: ${nameOf(found)}`;
    const known = faults.get(name);
    if (known !== undefined) known.times++;
    else {
      faults.set(name, { text: found, at: given, times: 1 });
      const folder = await mkdtemp(join(tmpdir(), "hindcast-fault-"));
      await writeFile(join(folder, given.kind), bench.bytesOf(given) ?? "");
      process.stdout.write(`FAULT ${argv.join(" ")}: ${found.slice(0, 400)}\n  ${folder}\n`);
    }
  }
}

while (performance.now() < end) {
  for (const given of fc.sample(someCase, { seed: seed++, numRuns: 100 })) {
    if (performance.now() > end) break;
    if (flags.kind === undefined || given.kind === flags.kind) await tryOne(given);
  }
}
await bench.close();
const lines = [...counts].sort().map(([key, count]) => `${key}: ${count}`);
process.stdout.write(
  `${lines.join("\n")}\n${cases} cases, ${faults.size} faults, slowest ${Math.round(slowest)} ms\n`,
);
for (const { text, at, times } of faults.values()) {
  process.stdout.write(`${times}× ${text.slice(0, 300)}\n  ${JSON.stringify(at).slice(0, 500)}\n`);
}
process.exitCode = faults.size === 0 ? 0 : 1;
