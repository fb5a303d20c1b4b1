import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { readData } from "../data-file.js";
import { replaceSection } from "../replace-section.js";
import { writeTable } from "../table-data.js";
import { cases } from "./cases.js";
import { type Observation, observe, trueGains } from "./observe.js";
import { type Found, summaryOf, tableOf } from "./table.js";

// Estimates and verdicts of simulated platforms, with every dial at 0 and with each turned: `npm run study:worlds`.

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    minutes: { type: "string", default: "600" },
    /** Cases whose names hold one of these words, separated by commas. */
    only: { type: "string", default: "" },
    fresh: { type: "boolean", default: false },
    page: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const folder = ".cache/world-study";
const file = `${folder}/observations.jsonl`;
const page = new URL("../../docs/worlds.md", import.meta.url);
mkdirSync(folder, { recursive: true });
if (flags.fresh) rmSync(file, { force: true });

const words = flags.only.split(",").filter((word) => word !== "");
const chosen = cases.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);

const readAll = (): readonly Found[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Found)
    : [];

await study();
if (flags.page) {
  writeTable("worlds", tableOf(cases, readAll()));
  await replaceSection(page, "results", summaryOf(readData("worlds")));
}

/** All cases at one seed, then all at the next: whenever time is up, every case has been seen. */
async function study(): Promise<void> {
  const until = performance.now() + Number(flags.minutes) * 60_000;
  const done = new Set(readAll().map(({ name, seed }) => `${name} ${seed}`));
  const gains = new Map<string, ReadonlyMap<string, number>>();
  const engine = await createDuckdbEngine({ threads: 1 });
  try {
    for (let seed = 1; seed <= Number(flags.seeds) && performance.now() < until; seed++) {
      for (const { name, world } of chosen) {
        if (done.has(`${name} ${seed}`)) continue;
        const known = gains.get(name) ?? trueGains(world);
        gains.set(name, known);
        const seen = await observe(world, seed, known, engine);
        const lines: readonly Observation[] = typeof seen === "string" ? [] : seen;
        const refused = typeof seen === "string" ? seen : null;
        const found: Found = { name, seed, refused, lines };
        appendFileSync(file, `${JSON.stringify(found)}\n`);
      }
      console.error(`seed ${seed}: ${process.cpuUsage().user / 1e6} s of processor`);
    }
  } finally {
    await engine.close();
  }
}
