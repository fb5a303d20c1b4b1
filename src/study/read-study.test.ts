import { describe, expect, it } from "vitest";
import { StudyError } from "../errors.js";
import { readStudy } from "./read-study.js";

const log = { source: "logs/*.parquet", rank: "position", rewards: { like: "liked" } };
const minimal = { log };
const withPolicy = (policy: unknown) => ({ log, policies: { candidate: policy } });
const withCurve = (curve: unknown) => ({
  log: { ...log, trajectory: "session", exposure: { curve } },
});
const named = (estimators: unknown) => readStudy({ log, estimators }).estimators;

function problemsOf(input: unknown) {
  try {
    readStudy(input);
  } catch (error) {
    if (error instanceof StudyError) return error.problems;
    throw error;
  }
  return [];
}

describe("defaults", () => {
  it("are filled in", () => {
    expect(readStudy(minimal)).toEqual({
      log: {
        source: { files: ["logs/*.parquet"] },
        rank: "position",
        rewards: { like: { column: "liked", better: "higher" } },
        invalid: "refuse",
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

/** Path, expected, came and nearest name of the one mistake in each input. */
const mistakes: readonly (readonly [unknown, string, string, string, string?])[] = [
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
    { log: { ...log, rewards: { w: { column: "w", unlogged: { max: 1 } } } } },
    "log.rewards.w.unlogged.min",
    "a finite number",
    "nothing",
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
  [
    { ...minimal, baseline: "prodution", policies: { production: { rank: "r" } } },
    "baseline",
    "one of the policies production, logged",
    '"prodution"',
    "production",
  ],
  [
    { ...minimal, baseline: "constructor" },
    "baseline",
    "one of the policies logged",
    '"constructor"',
  ],
  [
    withPolicy({ rank: "r", views: 2 }),
    "policies.candidate.views",
    "views only with exposure; of another policy give shows",
    "2",
  ],
  [
    withPolicy({ exposure: "e", shows: 2 }),
    "policies.candidate.shows",
    "shows only with rank; of another policy give views",
    "2",
  ],
  [
    withPolicy({ rank: "r", shows: 1.5 }),
    "policies.candidate.shows",
    "a column's name or a whole number in [1, 1000000]",
    "1.5",
  ],
  [
    {
      log: { source: "a", trajectory: "s", rewards: ["r"] },
      policies: { candidate: { exposure: "e", views: "v" } },
    },
    "policies.candidate.views",
    "one number, since log.rank is missing",
    '"v"',
  ],
  [withPolicy({}), "policies.candidate", "where the policy puts an item", "{}"],
  [withPolicy("rank_v2"), "policies.candidate", "a mapping with the keys rank", '"rank_v2"'],
  [
    withPolicy({ rnk: "r", exposure: "e" }),
    "policies.candidate.rnk",
    "one of the keys rank,",
    '"rnk"',
    "rank",
  ],
  [
    withPolicy({ exposure: -1 }),
    "policies.candidate.exposure",
    "a column's name or a number in [0, 1]",
    "-1",
  ],
  [
    withPolicy({ score: "s" }),
    "policies.candidate.score",
    "rank, the item's rank in the full candidate list",
    '"s"',
  ],
  [
    withPolicy({ score: "s", force: "rankviewed" }),
    "policies.candidate.force",
    "one of rankViewed",
    '"rankviewed"',
    "rankViewed",
  ],
  [
    withPolicy({ rank: "r", force: "rankViewed" }),
    "policies.candidate",
    "a score together with force",
    "{",
  ],
  [
    withPolicy({ rank: "r", score: "s", force: "rankViewed" }),
    "policies.candidate",
    "a score alone",
    "{",
  ],
  [withPolicy({ rank: "r", online: {} }), "policies.candidate.online", "{ source: … } or", "{}"],
  [
    withPolicy({ rank: "r", online: { likes: { value: 1, se: 0 } } }),
    "policies.candidate.online.likes",
    "one of the rewards like",
    '"likes"',
    "like",
  ],
  [
    withPolicy({ rank: "r", online: { like: { value: 1 } } }),
    "policies.candidate.online.like.se",
    "a number in [0, ∞)",
    "nothing",
  ],
  [
    { log, policies: { logged: { rank: "r" } } },
    "policies.logged",
    "a name other than logged",
    '"logged"',
  ],
  [
    withCurve({ fit: "yulesimon" }),
    "log.exposure.curve.fit",
    "one of the models table,",
    '"yulesimon"',
    "yuleSimon",
  ],
  [withCurve({ fit: "log2" }), "log.exposure.curve.fit", "one of the models table,", '"log2"'],
  [
    withCurve({ fit: "geometric", tail: "yuleSimon" }),
    "log.exposure.curve.tail",
    "no such key with this model",
    '"yuleSimon"',
  ],
  [
    withCurve({ fit: "table", after: 8 }),
    "log.exposure.curve.tail",
    "the model of the tail that begins after rank 8",
    "nothing",
  ],
  [withCurve({ file: 3 }), "log.exposure.curve.file", "a path", "3"],
  [
    withCurve({ model: "yulesimon", rho: 1.2 }),
    "log.exposure.curve.model",
    "one of the models table,",
    '"yulesimon"',
    "yuleSimon",
  ],
  [
    withCurve({ model: "constructor" }),
    "log.exposure.curve.model",
    "one of the models table,",
    '"constructor"',
  ],
  [withCurve({ model: "yuleSimon" }), "log.exposure.curve.rho", "a number in (0, ∞)", "nothing"],
  [
    withCurve({ model: "yuleSimon", roh: 2, rho: 2 }),
    "log.exposure.curve.roh",
    "one of the keys model, rho,",
    '"roh"',
    "rho",
  ],
  [
    withCurve({ model: "yuleSimon", rho: 1 }),
    "log.exposure.curve",
    "a cutoff, or rho in (1, ∞)",
    '{"model":"yuleSimon","rho":1}',
  ],
  [
    withCurve({ model: "geometric", gamma: 1 }),
    "log.exposure.curve.gamma",
    "a number in (0, 1)",
    "1",
  ],
  [
    withCurve({ model: "geometric", gamma: 0.5, cutoff: 0 }),
    "log.exposure.curve.cutoff",
    "a whole number in [1, ∞)",
    "0",
  ],
  [
    withCurve({ table: [1, 0.5, 0.6] }),
    "log.exposure.curve.table",
    "a list of non-increasing numbers in [0, 1]",
    "[1,0.5,0.6]",
  ],
  [
    withCurve({ table: [0.9, 0.5] }),
    "log.exposure.curve",
    "values that begin with 1",
    '{"table":[0.9,0.5]}',
  ],
  [
    withCurve({ table: [1, 0.5], cutoff: 3 }),
    "log.exposure.curve",
    "a cutoff in [1, 2]",
    '{"table":[1,0.5],"cutoff":3}',
  ],
  [
    withCurve({ modle: "yuleSimon", rho: 2 }),
    "log.exposure.curve.modle",
    "one of the keys model, table, fit, file, byFeed",
    '"modle"',
    "model",
  ],
  [withCurve(0.9), "log.exposure.curve", "{ model: yuleSimon,", "0.9"],
  [
    withCurve({ byFeed: { "1": { model: "log2" } } }),
    "log.feed",
    "the column with the feed",
    "nothing",
  ],
  [{ ...minimal, pool: true }, "log.feed", "since pool: true adds rows over all feeds", "nothing"],
  [{ ...minimal, estimators: [] }, "estimators", "a list of estimators", "[]"],
  [{ ...minimal, estimators: "dcg" }, "estimators", "a list of estimators", '"dcg"'],
  [
    { ...minimal, estimators: ["ndgc"] },
    "estimators[0]",
    "one of the estimators mean,",
    '"ndgc"',
    "ndcg",
  ],
  [
    { ...minimal, estimators: [{ snip: {} }] },
    "estimators[0]",
    "one of the estimators mean,",
    '"snip"',
    "snips",
  ],
  [
    { ...minimal, estimators: [{ dcg: {}, ips: {} }] },
    "estimators[0]",
    "one of the estimators mean,",
    '{"dcg":{},"ips":{}}',
  ],
  [
    { ...minimal, estimators: [{ dcg: { discont: "log2" } }] },
    "estimators[0].dcg.discont",
    "one of the keys discount,",
    '"discont"',
    "discount",
  ],
  [
    { ...minimal, estimators: [{ dcg: { clip: [8, -1] } }] },
    "estimators[0].dcg.clip[1]",
    "a number in (0, ∞) or inf",
    "-1",
  ],
  [
    { ...minimal, estimators: [{ dcg: { clip: [] } }] },
    "estimators[0].dcg.clip",
    "a number in (0, ∞) or inf",
    "[]",
  ],
  [
    { ...minimal, estimators: [{ dcg: { gain: "qhta" } }] },
    "estimators[0].dcg.gain",
    "one of logged, debiased",
    '"qhta"',
    "qhat",
  ],
  [
    { ...minimal, estimators: ["dcg"], decide: "dgc" },
    "decide",
    "one of the estimators mean,",
    '"dgc"',
    "dcg",
  ],
  [
    { ...minimal, estimators: ["ndcg"], decide: "ndcg" },
    "decide",
    "an estimator of the reward itself",
    '{"ndcg"',
  ],
  [
    { ...minimal, estimators: ["snips"], decide: "dcg" },
    "decide",
    "an entry of estimators that may decide (snips)",
    '{"dcg"',
  ],
  [
    { ...minimal, decide: { dcg: { clip: [1, 2] } } },
    "decide",
    "one estimator with one value",
    '{"dcg":{"clip":[1,2]}}',
  ],
];

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

describe("a mistake", () => {
  it.each(mistakes)("in %j is one at %s", (input, path, expected, came, nearest) => {
    const problems = problemsOf(input);
    expect(problems.map(({ message }) => message)).toHaveLength(1);
    const [{ message = "", facts = {} } = {}] = problems;
    for (const part of [path, expected, came]) expect(message).toContain(part);
    expect(message.startsWith(`${path}: expected `)).toBe(true);
    expect(message).toMatch(/^[^\n]+[.?]$/);
    expect(facts).toMatchObject({ path });
    expect(String(facts.expected)).toContain(expected);
    expect(facts.nearest).toBe(nearest);
    if (nearest !== undefined) expect(message).toContain(`did you mean "${nearest}"?`);
  });

  it("does not hide another", () => {
    const problems = problemsOf({
      log: { ...log, rewards: { like: { colum: "x" } }, invalid: "skip" },
      policies: { candidate: { score: "s", online: { lik: { value: 1, se: -1 } } } },
      estimators: ["dgc", { dcg: { clip: 0 } }],
      baseline: "candidte",
      confidence: 2,
    });
    expect(problems.map(({ facts }) => facts.path).sort()).toEqual([
      "baseline",
      "confidence",
      "estimators[0]",
      "estimators[1].dcg.clip",
      "log.invalid",
      "log.rewards.like.colum",
      "log.rewards.like.column",
      "policies.candidate.online.lik.se",
      "policies.candidate.score",
    ]);
  });

  it("is one of three in a study with three", () => {
    const problems = problemsOf({ log: { ...log, rank: 1 }, confidence: 95, baseline: "nobody" });
    expect(problems).toHaveLength(3);
    expect(problems.map(({ code }) => code).sort()).toEqual([
      "invalidValue",
      "invalidValue",
      "unknownName",
    ]);
  });

  it("does not make another: online results of rewards that could not be read", () => {
    const policies = { a: { rank: "r", online: { like: { value: 1, se: 0 } } } };
    const problems = problemsOf({ log: { source: "a", rewards: 3 }, policies });
    expect(problems.map(({ facts }) => facts.path)).toEqual(["log.rewards"]);
  });

  it("may be an object that is not a mapping", () => {
    const odd = [new Map([["rank", "r"]]), new Date(0), () => ({ rank: "r" })];
    for (const policy of odd) {
      const [problem] = problemsOf(withPolicy(policy));
      expect(problem?.message).toMatch(
        /^policies\.candidate: expected a mapping with the keys rank/,
      );
    }
  });

  it("offers the reserved policy once", () => {
    const problems = problemsOf({ log, policies: { logged: { rank: "r" } }, baseline: "other" });
    expect(problems.map(({ facts }) => facts.expected)).toContain("one of the policies logged");
  });

  it("says what a score squeezes and what to do", () => {
    const [problem] = problemsOf(withPolicy({ score: "s" }));
    expect(problem?.code).toBe("squeezedRanks");
    expect(problem?.message).toContain("squeezes every target rank towards 1");
    expect(problem?.message).toContain("add force: rankViewed");
  });
});

describe("names that objects inherit", () => {
  const odd = ["constructor", "toString", "hasOwnProperty", "valueOf"];

  it.each(odd)("%s is an ordinary name everywhere", (name) => {
    const study = readStudy({
      log: {
        ...log,
        rank: name,
        feed: name,
        rewards: { [name]: name },
        exposure: { curve: { byFeed: { [name]: { model: "log2" } } } },
      },
      policies: { [name]: { rank: name, online: { [name]: { value: 1, se: 1 } } } },
      baseline: name,
    });
    expect(Object.keys(study.policies)).toEqual([name]);
    expect(Object.keys(study.log.rewards)).toEqual([name]);
    expect(study.baseline).toBe(name);
  });

  it.each(["policies", "rewards", "feeds"])("__proto__ is refused among %s", (where) => {
    const proto = (value: string) => JSON.parse(`{"__proto__": ${value}}`);
    const input = {
      policies: { log, policies: proto('{"rank": "r"}') },
      rewards: { log: { ...log, rewards: proto('"c"') } },
      feeds: {
        log: { ...log, feed: "f", exposure: { curve: { byFeed: proto('{"model": "log2"}') } } },
      },
    }[where];
    const [problem, ...others] = problemsOf(input);
    expect(others).toEqual([]);
    expect(problem?.message).toMatch(/__proto__: expected a name that is neither empty nor/);
    expect(({} as Record<string, unknown>).rank).toBeUndefined();
  });

  it("__proto__ is not a key of a mapping, but a column may be called so", () => {
    const [problem] = problemsOf(
      JSON.parse('{"log": {"source": "a", "rewards": ["b"], "__proto__": {"rank": "r"}}}'),
    );
    expect(problem?.message).toMatch(/^log\.__proto__: expected one of the keys/);
    expect(readStudy({ log: { ...log, rank: "__proto__" } }).log.rank).toBe("__proto__");
  });
});

describe("a misspelt key", () => {
  const faultsOf = (input: object): readonly string[] => {
    try {
      readStudy(input);
    } catch (error) {
      if (error instanceof StudyError) return error.problems.map(({ message }) => message);
    }
    throw new Error("expected a StudyError");
  };
  const log = { source: "log.csv", rewards: ["like"] };

  it("of a source is offered the nearest kind of source", () => {
    const [message] = faultsOf({ log: { ...log, source: { tabel: "log" } }, policies: {} });
    expect(message).toMatch(/^log\.source: .*did you mean "table"\?$/);
  });

  it("of an engine that is named is offered that engine's options only", () => {
    const engine = { name: "duckdb", thread: 2 };
    const [message] = faultsOf({ log, policies: {}, engine });
    expect(message).toMatch(/^engine\.thread: .*did you mean "threads"\?$/);
    expect(message).not.toMatch(/url|token|spark|clickhouse/);
  });
});
