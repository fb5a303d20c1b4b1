import { parseArgs } from "node:util";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { evaluate } from "../../src/index.js";
import { replaceSection } from "../replace-section.js";
import { type Counts, countIn } from "./count.js";
import { drawLogs, type Size } from "./draw-log.js";
import { sectionOf } from "./section.js";
import { studyOf } from "./study.js";

const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "200,2000" },
    replicates: { type: "string", default: "1000" },
    minutes: { type: "string", default: "600" },
    page: { type: "boolean", default: true },
  },
  allowNegative: true,
});

const page = new URL("../../docs/coverage.md", import.meta.url);

/** With at most so many users in one statement each is a cluster of its own. */
const mostUsers = 16_000;

const engine = await createDuckdbEngine({ threads: 1 });
try {
  for (const users of flags.users.split(",").map(Number)) {
    for (const isClustered of [false, true]) await study({ users, isClustered });
  }
} finally {
  await engine.close();
}

async function study(size: Size): Promise<void> {
  const until = performance.now() + Number(flags.minutes) * 60_000;
  const counts: Counts = new Map();
  const [wanted, atOnce] = [Number(flags.replicates), Math.floor(mostUsers / size.users)];
  let done = 0;
  while (done < wanted && performance.now() < until) {
    const own = Array.from({ length: Math.min(atOnce, wanted - done) }, (_, i) => done + i);
    const study = studyOf(drawLogs(size, own), size.isClustered);
    countIn(counts, await evaluate(study, { engine }));
    done += own.length;
    console.error(`${size.users} users, ${size.isClustered ? "" : "not "}clustered: ${done}`);
  }
  const name = `${size.users} users, ${size.isClustered ? "several sessions each" : "one session each"}`;
  const section = sectionOf(counts);
  console.log(`${name}\n\n${section}\n`);
  if (flags.page) await replaceSection(page, name, section);
}
