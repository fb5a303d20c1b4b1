import { describe, it } from "vitest";
import { expectMistake, log, type Mistake, minimal } from "../../test/fixture/study-mistakes.js";

const mistakes: readonly Mistake[] = [
  [null, "the study", "a mapping with the keys", "null"],
  [{ log: [] }, "log", "a mapping with the keys source", "[]"],
  [{}, "log", "a mapping with the keys source", "nothing"],
  [{ log: { rewards: ["like"] } }, "log.source", "a file or glob", "nothing"],
  [{ log: { ...log, source: [] } }, "log.source", "a file or glob", "[]"],
  [
    { log: { ...log, source: { table: "a..b" } } },
    "log.source",
    "a file or glob",
    '{"table":"a..b"}',
  ],
  [{ log: { source: "a" } }, "log.rewards", "at least one reward", "nothing"],
  [{ log: { ...log, rewards: {} } }, "log.rewards", "at least one reward", "{}"],
  [{ log: { ...log, rewards: [] } }, "log.rewards", "at least one reward", "[]"],
  [{ log: { ...log, rewards: { like: 3 } } }, "log.rewards.like", "a column's name", "3"],
  [{ log: { ...log, rewards: ["a", "a"] } }, "log.rewards[1]", "each reward once", '"a"'],
  [
    { log: { ...log, rewards: { "watch time": { column: "w", better: "lowr" } } } },
    'log.rewards["watch time"].better',
    "one of higher, lower",
    '"lowr"',
    "lower",
  ],
  [
    { log: { ...log, exposure: { curve: { table: [1] }, trust: { fallsBy: 1 } } } },
    "log.exposure.trust.fallsBy",
    "a share in [0, 1)",
    "1",
  ],
  [
    { log: { ...log, exposure: { curve: { table: [1] }, trust: { fallsBy: 0.1, plus: [1] } } } },
    "log.exposure.trust",
    "or { fallsBy: 0.02 }",
    '{"fallsBy":0.1,"plus":[1]}',
  ],
  [
    { log: { ...log, exposure: { curve: { table: [1] }, trust: { plus: [1] } } } },
    "log.exposure.trust",
    "{ plus: [1, 0.9], minus: [0.3, 0.1] }",
    '{"plus":[1]}',
  ],
  [
    { log: { ...log, rewards: { w: { column: "w", missing: Number.NaN } } } },
    "log.rewards.w.missing",
    "a finite number",
    "NaN",
  ],
  [
    { log: { ...log, rewards: { w: { column: "w", unlogged: { min: 2, max: 1 } } } } },
    "log.rewards.w.unlogged.max",
    "a max that is not below min",
    "1",
  ],
  [
    { log: { ...log, rewards: { w: { column: "w", unlogged: { times: [2, 1] } } } } },
    "log.rewards.w.unlogged.times",
    "two numbers in order",
    "[2,1]",
  ],
  [
    { log: { ...log, rewards: { w: { column: "w", unlogged: { times: [0, 1], max: 1 } } } } },
    "log.rewards.w.unlogged",
    "either times, or min and max",
    "",
  ],
  [
    { log: { ...log, rewards: { w: { column: "w", unlogged: {} } } } },
    "log.rewards.w.unlogged",
    "a range of the reward",
    "",
  ],
  [
    { log: { ...log, rewards: { w: { column: "w", unlogged: "alik" } } } },
    "log.rewards.w.unlogged",
    "or alike",
    "alik",
    "alike",
  ],
  [
    { log: { ...log, trajetory: "s" } },
    "log.trajetory",
    "one of the keys source,",
    '"trajetory"',
    "trajectory",
  ],
  [{ log: { ...log, rank: 1 } }, "log.rank", "a column's name", "1"],
  [{ log: { ...log, rank: null } }, "log.rank", "a column's name", "null"],
  [
    { log: { ...log, structure: "checks" } },
    "log.structure",
    "one of check, sample, declared",
    '"checks"',
    "check",
  ],
  [{ ...minimal, polices: {} }, "polices", "one of the keys log,", '"polices"', "policies"],
  [{ ...minimal, confidence: 95 }, "confidence", "a number in (0, 1)", "95"],
  [{ ...minimal, pool: "yes" }, "pool", "true or false", '"yes"'],
  [
    { ...minimal, estimands: ["perImpresion"] },
    "estimands[0]",
    "one of perTrajectory,",
    '"perImpresion"',
    "perImpression",
  ],
  [{ ...minimal, estimands: [] }, "estimands", "a list out of", "[]"],
  [
    { ...minimal, engine: { thread: 2, name: "duckdb" } },
    "engine.thread",
    "one of the keys name, threads, memoryLimit,",
    '"thread"',
    "threads",
  ],
  [{ ...minimal, engine: { threads: 2 } }, "engine.name", "the engine's name", "nothing"],
];

describe("a mistake in a log or in the keys of a study", () => {
  it.each(mistakes)("%j is one at %s", (...mistake) => expectMistake(...mistake));
});
