import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { readData } from "../data-file.js";
import { replaceSection } from "../replace-section.js";
import { writeTable } from "../table-data.js";
import { type Observed, runWorld } from "./run-world.js";
import { heads, summaryOf, tablesOf } from "./section.js";
import { type Origin, origins } from "./studies.js";
import { type Truth, truthOf } from "./truth.js";
import { type Feed, feeds, type Lists, long, short } from "./world.js";

const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "200,2000" },
    worlds: { type: "string", default: "400" },
    minutes: { type: "string", default: "600" },
    alike: { type: "string", default: "0" },
    truth: { type: "string", default: "2e6" },
    page: { type: "boolean", default: true },
  },
  allowNegative: true,
});

const page = new URL("../../docs/curve-coverage.md", import.meta.url);
const folder = await mkdtemp(join(tmpdir(), "hindcast-curve-coverage-"));
const engine = await createDuckdbEngine({ threads: 1 });
const truths = new Map([long, short].map((lists) => [lists, truthsOf(lists)]));
try {
  for (const users of flags.users.split(",").map(Number)) await study(users);
} finally {
  await engine.close();
  await rm(folder, { recursive: true });
}

function truthsOf(lists: Lists): ReadonlyMap<Feed, Truth> {
  return new Map(feeds.map((feed) => [feed, truthOf(feed, lists, Number(flags.truth))]));
}

/** A log of other users costs a world of its own: every second one has it. */
function originsOf(world: number): readonly Origin[] {
  return origins.filter((each) => each !== "other log" || world % 2 === 0);
}

/** Worlds until there are enough of them, or time is up; then the page's section. */
async function study(users: number): Promise<void> {
  const until = performance.now() + Number(flags.minutes) * 60_000;
  const observed: Observed[] = [];
  const start = performance.now();
  for (let world = 1; world <= Number(flags.worlds) && performance.now() < until; world++) {
    for (const [lists, known] of truths) {
      const spec = { users, lists, alike: Number(flags.alike), seed: `world ${world}` };
      const settings = { spec, truths: known, origins: originsOf(world), folder, engine };
      observed.push(...(await runWorld(settings)));
    }
    const seconds = (performance.now() - start) / 1e3 / world;
    console.error(`${users} users, world ${world}: ${seconds.toFixed(1)} s a world`);
  }
  const keys = ["users", "what", ...heads];
  for (const [what, table] of tablesOf(users, observed)) {
    console.log(`${what}\n\n${table}\n`);
    if (flags.page) writeTable("curve-coverage", table, { users: String(users), what }, keys);
  }
  const summary = summaryOf(readData("curve-coverage"));
  if (flags.page) await replaceSection(page, "summary", summary);
}
