import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { StudyError } from "../errors.js";
import { readStudy } from "./read-study.js";
import { studySchema } from "./study-fields.js";
import { studyInput } from "./study-input.js";

const columnName = fc.constantFrom("a", "user", "select", "constructor", "the rank", "ü", "a.b");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const mapping = <T>(value: fc.Arbitrary<T>, minKeys = 0) =>
  fc.dictionary(columnName, value, { minKeys, maxKeys: 3, noNullPrototype: true });

const source = fc.oneof(
  fc.constantFrom(
    "a.parquet",
    { iceberg: "s3://a/b" },
    { table: "a.b.c" },
    { table: ["a.b", "c"] },
    { sql: "select 1" },
  ),
  fc.array(fc.constantFrom("a.csv", "b/*.csv"), { minLength: 1, maxLength: 3 }),
);
const reward = fc.oneof(
  columnName,
  fc.record({
    column: columnName,
    better: optional(fc.constantFrom("higher", "lower")),
    missing: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
    unlogged: optional(
      fc.constantFrom({ min: 0, max: 1 }, { min: -2 }, { times: [0.2, 3] }, "alike"),
    ),
  }),
);
const cutoff = optional(fc.integer({ min: 1, max: 500 }));
const curve = fc.oneof(
  fc.record({ model: fc.constant("log2"), cutoff }),
  fc.record({
    model: fc.constant("inverse"),
    eta: fc.double({ min: 0, max: 9, noNaN: true }),
    cutoff,
  }),
  fc.record({ model: fc.constant("geometric"), gamma: fc.constantFrom(0.1, 0.5, 0.99), cutoff }),
  fc.record({ model: fc.constant("yuleSimon"), rho: fc.constantFrom(1.01, 1.2, 7), cutoff }),
  fc.record({ table: fc.constantFrom([1], [1, 0.5, 0.5, 0]), cutoff: fc.constant(1) }),
  fc.record({ table: fc.constantFrom([1], [1, 0.5, 0.5, 0]) }),
);
const clip = fc.constantFrom<unknown>(1, 8, "inf", Number.POSITIVE_INFINITY);
const dcg = fc.record({
  discount: optional(fc.constantFrom<unknown>("curve", "log2", ["log2", "curve"])),
  gain: optional(fc.constantFrom<unknown>("c", "qhat", ["c", "qhat"])),
  clip: optional(fc.oneof(clip, fc.array(clip, { minLength: 1, maxLength: 3 }))),
});
const estimator = fc.oneof(
  fc.constantFrom<unknown>("mean", "dcg", "ips", "snips", "ndcg", "pndcg", {
    ips: { clip: [2, 3] },
  }),
  fc.record({ dcg }),
  fc.record({ ndcg: dcg }),
);
const online = (rewards: readonly string[]) =>
  fc.oneof(
    fc.record({ source }),
    fc
      .subarray([...rewards], { minLength: 1 })
      .map((names) => Object.fromEntries(names.map((name) => [name, { value: 0.5, se: 0.1 }]))),
  );
const policy = (rewards: readonly string[]) =>
  fc.oneof(
    fc.record({
      rank: columnName,
      exposure: optional(columnName),
      shows: optional(fc.constantFrom<unknown>("a", 3)),
      online: optional(online(rewards)),
    }),
    fc.record({
      exposure: fc.double({ min: 0, max: 3, noNaN: true }),
      views: optional(fc.constantFrom<unknown>(0, 2.5)),
    }),
    fc.record({ score: columnName, force: fc.constant("rankViewed") }),
  );

const study = mapping(reward, 1).chain((rewards) =>
  fc
    .record({
      log: fc.record({
        source,
        rewards: fc.constant(rewards),
        trajectory: optional(columnName),
        feed: columnName,
        invalid: optional(fc.constantFrom("refuse", "excludeTrajectories")),
        exposure: optional(
          fc.record({
            curve: optional(
              fc.oneof(
                curve,
                mapping(curve, 1).map((byFeed) => ({ byFeed })),
              ),
            ),
            column: optional(columnName),
          }),
        ),
      }),
      policies: optional(mapping(policy(Object.keys(rewards)))),
      estimators: optional(fc.array(estimator, { minLength: 1, maxLength: 4 })),
      estimands: optional(fc.constantFrom(["perTrajectory"], ["perImpression", "perTrajectory"])),
      confidence: optional(fc.double({ min: 0.5, max: 0.999, noNaN: true })),
      pool: optional(fc.boolean()),
      engine: optional(
        fc.constantFrom<unknown>(
          "spark",
          { name: "duckdb", threads: 2 },
          { spark: "sc://host:15002", tokenFile: "token", ca: "ca.pem" },
          { clickhouse: "https://host", settings: { max_threads: 8, log_comment: "hindcast" } },
          { clickhouse: "https://host:8443", user: "me", database: "logs", timeout: 60 },
          { sums: ["a.csv", "b.parquet"] },
          { name: "results", files: ["a.csv"] },
        ),
      ),
    })
    .map(withoutHoles),
);

/** As a YAML reader would give it: absent keys absent. */
function withoutHoles(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutHoles);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutHoles(each)]));
}

describe("studyInput", () => {
  it("gives back what reads as the same study, through JSON as well", () => {
    assertProperty(
      fc.property(study, (input) => {
        const read = readStudy(input);
        const echoed = studyInput(read);
        expect(readStudy(echoed)).toEqual(read);
        expect(readStudy(JSON.parse(JSON.stringify(echoed)))).toEqual(read);
        expect(studyInput(readStudy(echoed))).toEqual(echoed);
      }),
      { quick: 300, thorough: 3000 },
    );
  });

  it("writes what the published schema admits", () => {
    assertProperty(
      fc.property(study, (input) => {
        expect(studySchema.safeParse(studyInput(readStudy(input))).error).toBeUndefined();
      }),
      { quick: 100, thorough: 1000 },
    );
  });

  it.each([
    ["sc://host:15002/;token=SECRET;use_ssl=true", "sc://host:15002/"],
    ["https://me:SECRET@host:8443/?password=SECRET", "https://host:8443/"],
    ["sc://host/;x-header=SECRET", "sc://host/"],
    ["https://me:SEC@RET@host/db?x=SEC@RET", "https://"],
  ])("echoes of the address %s no more than where the server is", (url, echoed) => {
    for (const engine of [{ spark: url }, { name: "clickhouse", url }, url]) {
      const text = JSON.stringify(
        studyInput(readStudy({ log: { source: "a.csv", rewards: ["r"] }, engine })),
      );
      expect(text).not.toMatch(/SEC|RET/);
      expect(text).toContain(echoed);
    }
  });

  it("spells defaults out in the user's shape", () => {
    const input = {
      log: { source: "a.csv", rewards: ["like"] },
      estimators: ["mean", { dcg: { gain: "c" } }],
      decide: "snips",
    };
    const read = readStudy({ ...input, estimators: [...input.estimators, "snips"] });
    expect(studyInput(read)).toEqual({
      log: {
        source: "a.csv",
        rewards: { like: { column: "like", better: "higher" } },
        structure: "check",
        hash: "portable",
      },
      policies: {},
      baseline: "logged",
      decide: { snips: { scale: "observed" } },
      estimators: [
        "mean",
        { dcg: { discount: "curve", gain: "c" } },
        { snips: { scale: "observed" } },
      ],
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

  it("echoes no headers, and no message repeats them", () => {
    const log = { source: "a.csv", rewards: ["r"] };
    const headers = { "x-key": "SECRET" };
    const read = readStudy({ log, engine: { spark: "sc://host", headers } });
    expect(read.engine.headers).toEqual(headers);
    expect(JSON.stringify(studyInput(read))).not.toMatch(/SECRET|x-key/);
    for (const engine of [
      { spark: "sc://host", headers: { "x-key": ["SECRET"] } },
      { spark: "sc://host", headers: "SECRET" },
      { spark: "sc://host", name: "spark", headers },
    ]) {
      expect(() => readStudy({ log, engine })).toThrow(StudyError);
      expect(() => readStudy({ log, engine })).not.toThrow(/SECRET/);
    }
  });
});
