import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { evaluate, readStudy } from "../../src/index.js";
import { readData } from "../data-file.js";
import { keep, kept } from "../keep.js";
import { readLevels } from "../levels/rows.js";
import { summaryOfLevels } from "../levels/summary.js";
import { replaceSection } from "../replace-section.js";
import { type Count, type Counts, countIn } from "./count.js";
import { type Setting, writeCounts } from "./data.js";
import { drawLogs, type Size } from "./draw-log.js";
import { sectionOf } from "./section.js";
import { type Predictions, studyOf } from "./study.js";

const kinds: readonly Predictions[] = ["given", "fitted", "trust"];

const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "200,2000" },
    replicates: { type: "string", default: "1000" },
    minutes: { type: "string", default: "600" },
    /** Observe logs, or write what was observed before. */
    run: { type: "boolean", default: true },
    page: { type: "boolean", default: true },
    /** Where predictions come from: `given` in a column, or `fitted` on each log; `trust`: given, in a world with trust bias. */
    predictions: { type: "string", default: "given,fitted,trust" },
    /** How often users come: once, or several times with a taste of their own. */
    sessions: { type: "string", default: "one,several" },
  },
  allowNegative: true,
});

const page = new URL("../../docs/coverage.md", import.meta.url);

/** With at most so many users in one statement each is a cluster of its own. */
const mostUsers = 16_000;

const engine = await createDuckdbEngine({ threads: 1 });
try {
  for (const users of flags.users.split(",").map(Number)) {
    for (const isClustered of flags.sessions.split(",").map((each) => each === "several")) {
      for (const each of kinds) {
        if (flags.predictions.split(",").includes(each)) await study({ users, isClustered }, each);
      }
    }
  }
} finally {
  await engine.close();
}
const section = sectionOf(readData("coverage"));
console.log(section);
const levels = summaryOfLevels(readLevels()).table;
console.log(levels);
if (flags.page) {
  await replaceSection(page, "summary", section);
  await replaceSection(page, "levels", levels);
}

async function study(size: Size, predictions: Predictions): Promise<void> {
  const sessions = size.isClustered ? "several" : "one";
  const setting: Setting = { users: String(size.users), sessions, predictions };
  const name = `coverage ${Object.values(setting).join(" ")}`;
  const counts = flags.run
    ? await observe(size, predictions)
    : (kept(name) as readonly (readonly [string, Count])[] | undefined);
  if (counts === undefined) return;
  if (flags.run) keep(name, [...counts]);
  if (flags.page) writeCounts(setting, counts);
}

async function observe(size: Size, predictions: Predictions): Promise<Counts> {
  const until = performance.now() + Number(flags.minutes) * 60_000;
  const counts: Counts = new Map();
  const wanted = Number(flags.replicates);
  // A fit reads all days of a study.
  const atOnce = predictions === "fitted" ? 1 : Math.floor(mostUsers / size.users);
  let done = 0;
  while (done < wanted && performance.now() < until) {
    const own = Array.from({ length: Math.min(atOnce, wanted - done) }, (_, i) => done + i);
    const study = studyOf(
      drawLogs(size, own, predictions === "trust"),
      size.isClustered,
      predictions,
    );
    countIn(counts, await evaluate(readStudy(study), { engine }), predictions);
    done += own.length;
    if (done % 50 !== 0 && atOnce === 1) continue;
    console.error(`${size.users} users, ${size.isClustered ? "" : "not "}clustered: ${done}`);
  }
  return counts;
}
