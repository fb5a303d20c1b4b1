import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { createRandom } from "../src/random/create-random.js";
import type { Engine } from "../src/sql/engine.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { assertAsyncProperty } from "./fixture/property.js";
import { logColumns, randomLog, shuffled } from "./fixture/random-log.js";
import { evaluateRows, smallStudy } from "./fixture/small-study.js";

let folder: LogFolder;
let engines: readonly Engine[];
beforeAll(async () => {
  folder = await openLogFolder();
  engines = await Promise.all([1, 2, 4].map((threads) => createDuckdbEngine({ threads })));
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await folder.remove();
});

/** A result as text, without who added up and what only a sample by the engine's own hash can tell. */
const bytes = ({ log, ...result }: Result): string =>
  JSON.stringify(
    {
      ...result,
      log: { ...log, engine: null, counts: log.structure === "sample" ? null : log.counts },
    },
    (key, value) => (key === "source" || key === "sampledTrajectories" ? null : value),
  );

/** Where two texts part, with what stands around it. */
function parting(a: string, b: string): readonly string[] {
  const at = [...a].findIndex((character, i) => character !== b[i]);
  return a === b ? [] : [a, b].map((text) => text.slice(Math.max(0, at - 300), at + 60));
}

async function throughDuckdb(study: object, rows: readonly Row[], engine: Engine): Promise<Result> {
  const source = await folder.write(rows, logColumns);
  const { log } = study as { readonly log: object };
  return evaluate(readStudy({ ...study, log: { ...log, source } }), { engine });
}

const optional = (name: string) => fc.constantFrom(name, null);
const role = {
  user: "user",
  day: "day",
  feed: "feed",
  logger: "logger",
  listLength: "list_length",
};
const curves = fc.oneof(
  fc.constant({ table: [1, 0.7, 0.4, 0.2, 0.1, 0.05] }),
  fc.record({ model: fc.constant("yuleSimon"), rho: fc.double({ min: 1.1, max: 3, noNaN: true }) }),
  fc.record({
    model: fc.constant("geometric"),
    gamma: fc.constantFrom(0.3, 0.8),
    cutoff: fc.constant(6),
  }),
);
const estimator = fc.oneof(
  fc.constantFrom("mean", "snips", "ndcg", "pndcg", "dcg", "ips"),
  fc.record({
    dcg: fc.record(
      {
        discount: fc.constantFrom("curve", "log2"),
        gain: fc.constantFrom("c", "qhat"),
        debias: fc.constantFrom("curve", "log2"),
        clip: fc.constantFrom(1, 2.5, "inf"),
      },
      { requiredKeys: ["discount"] },
    ),
  }),
  fc.record({ dcg: fc.record({ clipRatio: fc.constantFrom(0.5, 3) }) }),
  fc.record({ ips: fc.record({ clip: fc.constantFrom(1, 4, "inf") }) }),
  fc.record({
    ndcg: fc.record({
      discount: fc.constantFrom("curve", "log2"),
      clip: fc.constantFrom(2, "inf"),
      onNoIdeal: fc.constantFrom("skip", "zero", "one"),
    }),
  }),
);

const dials = fc.record({
  trajectories: fc.integer({ min: 2, max: 40 }),
  users: fc.integer({ min: 2, max: 20 }),
  days: fc.integer({ min: 1, max: 3 }),
  feeds: fc.integer({ min: 1, max: 2 }),
  loggers: fc.integer({ min: 1, max: 2 }),
  notShown: fc.constantFrom(0, 0.3),
  holes: fc.constantFrom(0, 0.5),
  negative: fc.boolean(),
  overnight: fc.boolean(),
});

const asked = fc.record({
  roles: fc.record({
    user: optional(role.user),
    day: optional(role.day),
    feed: optional(role.feed),
    logger: optional(role.logger),
    listLength: optional(role.listLength),
  }),
  curve: curves,
  byFeed: fc.boolean(),
  column: fc.boolean(),
  structure: fc.constantFrom("check", "sample", "declared"),
  estimators: fc.uniqueArray(estimator, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => JSON.stringify(each),
  }),
  estimands: fc.constantFrom(["perTrajectory"], ["perTrajectory", "perImpression"]),
  baseline: fc.constantFrom("logged", "a"),
  pool: fc.boolean(),
});

interface StudyShape {
  readonly roles: Readonly<Record<string, string | null>>;
  readonly curve: object;
  readonly byFeed: boolean;
  readonly column: boolean;
}

/** Exposures as a study writes them; curves may differ by feed where there are feeds. */
function exposureOf({ roles, curve, byFeed, column }: StudyShape): object {
  const flat = { model: "log2" };
  const each = byFeed && roles.feed !== null ? { byFeed: { "1": curve, "2": flat } } : curve;
  return { curve: each, ...(column ? { column: "eps0" } : {}) };
}

describe("the interpreter and DuckDB", () => {
  it("give the same bytes for any log, study, number of threads and order of rows", async () => {
    const property = fc.asyncProperty(
      fc.integer(),
      dials,
      asked,
      fc.constantFrom(0, 1, 2),
      async (seed, log, { roles, curve, byFeed, column, structure, ...others }, which) => {
        const rest = { ...others, pool: others.pool && roles.feed !== null };
        const rows = randomLog(seed, { ...log, overnight: log.overnight && structure === "check" });
        const exposure = exposureOf({ roles, curve, byFeed, column });
        const policies = {
          a: { rank: "rank_a" },
          b: { exposure: "eps_t" },
          same: { rank: "position" },
        };
        const study = smallStudy({ log: { ...roles, structure, exposure }, policies, ...rest });
        const engine = engines[which];
        if (engine === undefined) throw new Error("three engines");
        const other = shuffled(rows, createRandom(`again ${seed}`));
        const [inMemory, inDuckdb] = [
          await evaluateRows(study, rows),
          await throughDuckdb(study, other, engine),
        ];
        expect(parting(bytes(inDuckdb), bytes(inMemory))).toEqual([]);
      },
    );
    await assertAsyncProperty(property, { quick: 30, thorough: 300 });
  });
});
