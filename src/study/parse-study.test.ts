import { describe, expect, it } from "vitest";
import { StudyError } from "../errors.js";
import { parseStudy } from "./parse-study.js";
import { readStudy } from "./read-study.js";

const designed = `
log:
  source: logs/2026-11-*.parquet
  trajectory: session_id
  item: item_id
  rank: position
  rewards: { like: liked, watch: watched, latency: { column: ms, better: lower } }
  user: user_id
  day: date
  feed: level
  exposure:
    curve: { model: yuleSimon, rho: 1.2, cutoff: 200 }
policies:
  production: { rank: position }
  candidate:  { rank: rank_v2 }
  sampled:    { exposure: eps_v3 }
baseline: production
decide: dcg
estimators: [mean, dcg, snips, { dcg: { discount: [log2, curve], gain: [c, qhat], clip: [1, 8, 64, 200, inf] } }, ndcg]
estimands: [perTrajectory]
confidence: 0.95
`;

function messagesOf(text: string): readonly string[] {
  try {
    parseStudy(text, "study.yaml");
  } catch (error) {
    if (error instanceof StudyError) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe("parseStudy", () => {
  it("reads a study of every part", () => {
    const study = parseStudy(designed, "study.yaml");
    expect(Object.keys(study.policies)).toEqual(["production", "candidate", "sampled"]);
    expect(study.decide).toEqual(study.estimators[1]);
    expect(study.estimators).toHaveLength(15);
  });

  it("reads JSON as the same, tabs and all", () => {
    const input = { log: { source: "a.csv", rewards: ["like"], exposure: { column: "e" } } };
    for (const indent of ["", "  ", "\t"]) {
      const text = JSON.stringify(input, null, indent);
      expect(parseStudy(text, "study.json")).toEqual(readStudy(input));
    }
  });

  it.each(["inf", ".inf", '"inf"'])("reads %s as infinity", (infinity) => {
    const text = `log: { source: a, rewards: [b] }\nestimators: [{ dcg: { clip: ${infinity} } }]`;
    expect(parseStudy(text, "study.yaml").estimators[0]?.parameters.clip).toBe("inf");
  });

  it("names feeds by text whatever YAML takes them for", () => {
    const text =
      "log: { source: a, rewards: [b], feed: f, exposure: { curve: { byFeed: { 1: { model: log2 } } } } }";
    expect(parseStudy(text, "study.yaml").exposure.curve).toEqual({
      byFeed: { "1": { model: "log2", parameters: {} } },
    });
  });

  it("puts file and line before each mistake", () => {
    expect(messagesOf("log:\n  source: a\n  rewards: [b]\n  rnak: c\nconfidence: 95\n")).toEqual([
      expect.stringMatching(/^study\.yaml:4: log\.rnak: expected .*did you mean "rank"\?$/),
      "study.yaml:5: confidence: expected a number in (0, 1); came 95.",
    ]);
  });

  it("points at what surrounds a missing key", () => {
    expect(messagesOf("sums: fast\nlog:\n  source: a\n")).toEqual([
      expect.stringMatching(/^study\.yaml:3: log\.rewards: expected at least one reward/),
    ]);
    expect(messagesOf("")).toEqual([expect.stringMatching(/^study\.yaml: the study: expected/)]);
  });

  it("reports duplicate keys and broken syntax by line", () => {
    expect(messagesOf("pool: true\npool: false\n")).toEqual([
      expect.stringMatching(/^study\.yaml:2:\d+: a key occurs twice/),
    ]);
    expect(messagesOf('{"pool": true,\n "pool": false}')).toEqual([
      expect.stringMatching(/^study\.yaml:2:\d+: a key occurs twice/),
    ]);
    expect(messagesOf("pool: true\n---\npool: true\n")[0]).toMatch(/a study is one document/);
    expect(messagesOf("log: { source: a\n")[0]).toMatch(/^study\.yaml:\d+:\d+: .+\.$/);
  });

  it("refuses aliases that explode and __proto__ as a name", () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(",")}]`,
    );
    expect(messagesOf(["l0: &l0 x", ...levels].join("\n"))[0]).toMatch(/^study\.yaml: .*alias/i);
    const proto = "log: { source: a, rewards: [b] }\npolicies: { __proto__: { rank: r } }";
    expect(messagesOf(proto)).toEqual([expect.stringMatching(/neither empty nor __proto__/)]);
  });
});

it.each([
  ["unknown keys", (at: number) => `k${at}: 1`, 20_000],
  ["equal keys", () => "k: 1", 20_000],
])("of many %s the first 100 are told, and how many more there are", (_, line, count) => {
  const text = Array.from({ length: count }, (_, at) => line(at)).join("\n");
  const problems = messagesOf(text);
  expect(problems).toHaveLength(100);
  expect(problems[99]).toMatch(/There are 19,(900|901|899) more mistakes\.$/);
});
