import { describe, expect, it } from "vitest";
import {
  log,
  minimal,
  problemsOf,
  withCurve,
  withPolicy,
} from "../../test/fixture/study-mistakes.js";
import { readStudy } from "./read-study.js";

const named = (estimators: unknown) => readStudy({ log, estimators }).estimators;

describe("defaults", () => {
  it("are filled in", () => {
    expect(readStudy(minimal)).toEqual({
      log: {
        source: { files: ["logs/*.parquet"] },
        rank: "position",
        rewards: { like: { column: "liked", better: "higher" } },
        structure: "check",
        hash: "portable",
      },
      exposure: {},
      policies: {},
      baseline: "logged",
      estimators: ["mean", "snips", "ndcg"].map((name) =>
        expect.objectContaining({ name, parameters: expect.anything() }),
      ),
      estimands: ["perTrajectory"],
      confidence: 0.95,
      interval: "t",
      adjust: "bonferroni",
      family: "study",
      privacy: { keys: false },
      pool: false,
      sums: "exact",
      engine: { name: "duckdb" },
    });
  });

  it("stand for keys that a program leaves undefined", () => {
    const holes = { policies: undefined, estimators: undefined, decide: undefined };
    expect(readStudy({ ...minimal, ...holes })).toEqual(readStudy(minimal));
    expect(problemsOf(withPolicy({ rank: undefined }))).toHaveLength(1);
  });

  it("leave absent keys out", () => {
    const study = readStudy({ log: { ...log, user: undefined } });
    expect(Object.keys(study)).not.toContain("decide");
    expect(Object.keys(study.log)).not.toContain("user");
    expect(Object.keys(study.exposure)).toEqual([]);
  });

  it.each([
    [{}, ["mean", "snips", "ndcg"]],
    [{ curve: { model: "log2" } }, ["mean", "dcg", "snips", "ndcg"]],
    [{ column: "eps0" }, ["mean", "ips", "snips", "ndcg"]],
    [{ column: "eps0", curve: { model: "log2" } }, ["mean", "dcg", "ips", "snips", "ndcg"]],
  ])("of the estimators follow the exposure %j", (exposure, names) => {
    const { estimators } = readStudy({ log: { ...log, exposure } });
    expect(estimators.map(({ name }) => name)).toEqual(names);
  });
});

describe("shapes", () => {
  it.each([
    ["a.parquet", { files: ["a.parquet"] }],
    [["a.csv", "b.csv"], { files: ["a.csv", "b.csv"] }],
    [{ table: "lake.logs" }, { table: ["lake", "logs"] }],
    [{ table: ["odd.name", "logs"] }, { table: ["odd.name", "logs"] }],
    [{ sql: "select 1" }, { sql: "select 1" }],
  ])("source %j", (source, read) => {
    expect(readStudy({ log: { ...log, source } }).log.source).toEqual(read);
  });

  it("length of lists as a number", () => {
    expect(readStudy({ log: { ...log, listLength: 40 } }).log.listLength).toBe(40);
    for (const listLength of [0, 2.5]) {
      const [problem] = problemsOf({ log: { ...log, listLength } });
      expect(problem?.message).toContain("a column's name or a whole number in [1, 1000000]");
    }
  });

  it("column of censored ends", () => {
    expect(readStudy({ log: { ...log, censored: "open" } }).log.censored).toBe("open");
    expect(readStudy(minimal).log).not.toHaveProperty("censored");
    expect(problemsOf({ log: { ...log, censored: true } })).toMatchObject([
      { code: "invalidValue", facts: { path: "log.censored" } },
    ]);
  });

  it("one exposure for all rows, which is at most 1 view", () => {
    expect(readStudy(withPolicy({ exposure: 0.05 })).policies.candidate).toMatchObject({
      exposure: 0.05,
    });
    for (const exposure of [-0.5, 1.5]) {
      const [problem] = problemsOf(withPolicy({ exposure }));
      expect(problem).toMatchObject({ code: "invalidValue" });
      expect(problem?.message).toContain("a column's name or a number in [0, 1]");
    }
  });

  it.each([
    [["like"], { like: { column: "like", better: "higher" } }],
    [
      { ms: { column: "t", better: "lower", missing: 0 } },
      { ms: { column: "t", better: "lower", missing: 0 } },
    ],
    [
      { buy: { column: "b", unlogged: { min: 0, max: 9 } } },
      { buy: { column: "b", better: "higher", unlogged: { min: 0, max: 9 } } },
    ],
    [
      { buy: { column: "b", unlogged: { max: 9 } } },
      { buy: { column: "b", better: "higher", unlogged: { max: 9 } } },
    ],
    [
      { buy: { column: "b", unlogged: "alike" } },
      { buy: { column: "b", better: "higher", unlogged: { times: [0.5, 1.5] } } },
    ],
  ])("rewards %j", (rewards, read) => {
    expect(readStudy({ log: { ...log, rewards } }).log.rewards).toEqual(read);
  });

  it.each([
    [{ model: "log2" }, { every: { model: "log2", parameters: {} } }],
    [
      { model: "yuleSimon", rho: 0.8, cutoff: 200 },
      { every: { model: "yuleSimon", parameters: { rho: 0.8 }, cutoff: 200 } },
    ],
    [
      { table: [1, 0.5] },
      { every: { model: "table", parameters: { values: [1, 0.5] }, cutoff: 2 } },
    ],
    [
      { table: [1, 0.5], cutoff: 1 },
      { every: { model: "table", parameters: { values: [1, 0.5] }, cutoff: 1 } },
    ],
  ])("curve %j", (curve, read) => {
    expect(readStudy(withCurve(curve)).exposure.curve).toEqual(read);
  });

  it("curve by feed", () => {
    const curve = { byFeed: { "1": { model: "log2" }, "2": { model: "geometric", gamma: 0.5 } } };
    expect(
      readStudy({ log: { ...log, feed: "level", exposure: { curve } } }).exposure.curve,
    ).toEqual({
      byFeed: {
        "1": { model: "log2", parameters: {} },
        "2": { model: "geometric", parameters: { gamma: 0.5 } },
      },
    });
  });

  it.each([
    [{ rank: "r2" }, { rank: "r2" }],
    [
      { rank: "r2", exposure: 0.25 },
      { rank: "r2", exposure: 0.25 },
    ],
    [
      { score: "s", force: "rankViewed" },
      { score: "s", force: "rankViewed" },
    ],
    [
      { rank: "r2", online: { source: "b.csv" } },
      { rank: "r2", online: { source: { files: ["b.csv"] } } },
    ],
    [
      { rank: "r2", online: { like: { value: 0.2, se: 0.01 } } },
      { rank: "r2", online: { values: { like: { value: 0.2, se: 0.01 } } } },
    ],
  ])("policy %j", (policy, read) => {
    expect(readStudy(withPolicy(policy)).policies.candidate).toEqual(read);
  });

  it("takes the engine by name or with limits", () => {
    expect(readStudy({ log, engine: "spark" }).engine).toEqual({ name: "spark" });
    const engine = { name: "duckdb", threads: 4, memoryLimit: "8GB", tempDirectory: "spill" };
    expect(readStudy({ log, engine }).engine).toEqual(engine);
  });

  it("takes a server by its address alone, and results in place of an engine", () => {
    const spark = { spark: "sc://host:15002", timeout: 60 };
    expect(readStudy({ log, engine: spark }).engine).toEqual({
      name: "spark",
      url: "sc://host:15002",
      timeout: 60,
    });
    for (const engine of [{ results: ["a.csv"] }, { sums: ["a.csv"] }]) {
      expect(readStudy({ log, engine }).engine).toEqual({ name: "results", files: ["a.csv"] });
    }
    const both = { spark: "sc://host", clickhouse: "http://host" };
    expect(() => readStudy({ log, engine: both })).toThrow("only one of them can be meant");
  });

  it("lets a schema be named", () => {
    expect(readStudy({ ...minimal, $schema: "study.json" })).toEqual(readStudy(minimal));
  });

  it("tells online results of a reward called source from another log", () => {
    const rewards = { source: "s" };
    const online = { source: { value: 1, se: 0 } };
    const study = readStudy({
      log: { ...log, rewards },
      policies: { candidate: { rank: "r", online } },
    });
    expect(study.policies.candidate?.online).toEqual({ values: online });
  });
});

describe("expansions", () => {
  it("give every combination, those that say the same once", () => {
    const requests = named([{ dcg: { gain: ["c", "qhat"], clip: [1, 8, "inf"] } }]);
    const short = requests.map(({ parameters: { gain, clip } }) => [gain, clip]);
    expect(short).toHaveLength(4);
    expect(short).toEqual(
      expect.arrayContaining([
        ["c", null],
        ["qhat", 1],
        ["qhat", 8],
        ["qhat", "inf"],
      ]),
    );
  });

  it("merge entries that repeat each other", () => {
    expect(named(["dcg", { dcg: { clip: "inf" } }, { dcg: {} }])).toHaveLength(1);
  });

  it("read infinity as inf", () => {
    expect(named([{ dcg: { clip: Number.POSITIVE_INFINITY } }])).toEqual(named(["dcg"]));
  });

  it("fill in all declared parameters", () => {
    expect(named(["dcg"])).toEqual([
      {
        name: "dcg",
        parameters: {
          discount: "curve",
          gain: "qhat",
          debias: "curve",
          clip: "inf",
          clipRatio: null,
        },
      },
    ]);
  });

  it("find the deciding estimator among them", () => {
    const study = readStudy({ log, estimators: ["mean", "dcg"], decide: "dcg" });
    expect(study.decide).toEqual(study.estimators[1]);
  });

  it("list an estimand once", () => {
    const estimands = ["perImpression", "perTrajectory", "perImpression"];
    expect(readStudy({ log, estimands }).estimands).toEqual(["perImpression", "perTrajectory"]);
  });
});

describe("gain in a study", () => {
  it("is named logged or debiased; c and qhat are the same", () => {
    const of = (gain: unknown) =>
      readStudy({ ...minimal, estimators: [{ dcg: { gain } }] }).estimators.map(
        ({ parameters }) => parameters.gain,
      );
    expect(of("debiased")).toEqual(["qhat"]);
    expect(of(["logged", "qhat", "c", "debiased"])).toEqual(["c", "qhat"]);
  });
});
