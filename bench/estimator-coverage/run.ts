import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { evaluate, readStudy } from "../../src/index.js";
import { keep } from "../keep.js";
import { replaceSection } from "../replace-section.js";
import { type Counts, countIn } from "./count.js";
import { drawLogs, type Size } from "./draw-log.js";
import { sectionOf } from "./section.js";
import { type Predictions, studyOf } from "./study.js";

const kinds: readonly Predictions[] = ["given", "fitted", "trust"];

const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "200,2000" },
    replicates: { type: "string", default: "1000" },
    minutes: { type: "string", default: "600" },
    page: { type: "boolean", default: true },
    /** Where predictions come from: `given` in a column, or `fitted` on each log; `trust`: given, in a world with trust bias. */
    predictions: { type: "string", default: "given,fitted,trust" },
  },
  allowNegative: true,
});

const worlds: Readonly<Record<Predictions, string>> = {
  given: "",
  fitted: ", fitted predictions",
  trust: ", trust bias",
};

const page = new URL("../../docs/coverage.md", import.meta.url);

/** With at most so many users in one statement each is a cluster of its own. */
const mostUsers = 16_000;

const engine = await createDuckdbEngine({ threads: 1 });
try {
  for (const users of flags.users.split(",").map(Number)) {
    for (const isClustered of [false, true]) {
      for (const each of kinds) {
        if (flags.predictions.split(",").includes(each)) await study({ users, isClustered }, each);
      }
    }
  }
} finally {
  await engine.close();
}

async function study(size: Size, predictions: Predictions): Promise<void> {
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
  const sessions = size.isClustered ? "several sessions each" : "one session each";
  const name = `${size.users} users, ${sessions}${worlds[predictions]}`;
  keep(`coverage ${name}`, [...counts]);
  const section = sectionOf(counts);
  console.log(`${name}\n\n${section}\n`);
  if (flags.page) await replaceSection(page, name, section);
}
