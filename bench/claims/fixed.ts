import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { evaluate, readStudy } from "../../src/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { worldGroups } from "../../test/fixture/verdict-worlds/index.js";
import type { DataRow } from "../data-file.js";
import { type Counts, countIn } from "../estimator-coverage/count.js";
import { drawLogs } from "../estimator-coverage/draw-log.js";
import { type Predictions, studyOf } from "../estimator-coverage/study.js";
import { touchesOf } from "../intervals/levels.js";
import { observe } from "../verdicts/observe.js";

const logs = [0, 1, 2];
const settings: readonly (readonly [Predictions, clustered: boolean])[] = [
  ["given", false],
  ["given", true],
  ["trust", true],
];
const worlds = [
  "fresh item, slot 7, share 0.1, mean 0.5",
  "swap of ranks 1 and 3 worth 3 %, lower, n = 2,000",
  "neighbours shuffled, users, n = 2,000",
];

/** Studies of which `docs/data/fixed-seeds.csv` holds a few logs. */
export const fixedStudies = ["coverage", "intervals", "verdicts"] as const;
export type FixedStudy = (typeof fixedStudies)[number];

const resultsOf: Readonly<
  Record<FixedStudy, (engine: Engine) => readonly DataRow[] | Promise<readonly DataRow[]>>
> = {
  coverage: ofEstimators,
  intervals: () => logs.flatMap(ofIntervals),
  verdicts: ofVerdicts,
};

/**
 * The numbers of a few logs of studies, by fixed seeds: what the measurements of docs/how-we-know.md rest on, small
 * enough to be computed by a test.
 */
export async function fixedResults(
  studies: readonly FixedStudy[] = fixedStudies,
): Promise<readonly DataRow[]> {
  const engine = await createDuckdbEngine({ threads: 1 });
  try {
    const rows: DataRow[] = [];
    for (const study of studies) rows.push(...(await resultsOf[study](engine)));
    return rows;
  } finally {
    await engine.close();
  }
}

async function ofEstimators(engine: Engine): Promise<readonly DataRow[]> {
  const rows: DataRow[] = [];
  for (const [predictions, isClustered] of settings) {
    const counts: Counts = new Map();
    const drawn = drawLogs({ users: 200, isClustered }, logs, predictions === "trust");
    const study = readStudy(studyOf(drawn, isClustered, predictions));
    countIn(counts, await evaluate(study, { engine }), predictions);
    for (const [key, { values, touches }] of counts) {
      const [estimator = "", of = "", estimand = ""] = JSON.parse(key);
      if (estimand !== "perTrajectory") continue;
      const sessions = isClustered ? "several" : "one";
      const name = [predictions, sessions, estimator, of].join("; ");
      rows.push({ study: "coverage", of: name, numbers: [...values, ...touches].join(" ") });
    }
  }
  return rows;
}

const ofIntervals = (seed: number): readonly DataRow[] =>
  touchesOf(200, seed).map(({ candidate, method, touch }) => ({
    study: "intervals",
    of: [seed, candidate, method].join("; "),
    numbers: String(touch),
  }));

async function ofVerdicts(engine: Engine): Promise<readonly DataRow[]> {
  const all = Object.values(worldGroups).flat();
  const rows: DataRow[] = [];
  for (const name of worlds) {
    const world = all.find((each) => each.name === name);
    if (world === undefined) throw new Error(`There is no world ${name}.`);
    for (const seed of [1, 2]) {
      for (const { verdict, reason, printed } of await observe(world, seed, engine)) {
        const numbers = [printed?.value, ...(printed?.interval ?? [])].join(" ");
        rows.push({ study: "verdicts", of: [name, seed, verdict, reason].join("; "), numbers });
      }
    }
  }
  return rows;
}
