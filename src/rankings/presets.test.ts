import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { labelsOf, type RankResult, rankRuns, readLinesFile } from "./index.js";

const values = ({ estimates }: RankResult): readonly number[] =>
  estimates.map((row) => ("value" in row ? row.value : Number.NaN));

describe("the example of ranx's documentation", async () => {
  const labels = await labelsFrom("q1 d12 5", "q1 d25 3", "q2 d11 6", "q2 d22 1");
  const run = await runOf(
    "run",
    ...["q1 d12 0.9", "q1 d23 0.8", "q1 d25 0.7", "q1 d36 0.6", "q1 d32 0.5", "q1 d35 0.4"],
    ...["q2 d12 0.9", "q2 d11 0.8", "q2 d25 0.7", "q2 d36 0.6", "q2 d22 0.5", "q2 d35 0.4"],
  );

  it("has its values", () => {
    const result = rankRuns(labels, [run], { measures: "nDCG@5,MAP@5,MRR", conventions: "ranx" });
    const [ndcg, map, mrr] = values(result);
    expect(ndcg).toBeCloseTo(0.7861, 4);
    expect(map).toBeCloseTo(0.6417, 4);
    expect(mrr).toBe(0.75);
  });

  it("refuses a run that leaves a user out", async () => {
    const half = await runOf("half.txt", "q1 d12 0.9");
    const asked = { measures: "nDCG@5", conventions: "ranx" };
    expect(() => rankRuns(labels, [half], asked)).toThrow(
      /half.txt leaves out 1 user of the labels, the first is "q2"/,
    );
  });
});

it("the example of ir_measures' documentation has its values: trec_eval's, over the users of the labels", async () => {
  const labels = await labelsFrom("Q0 D0 0", "Q0 D1 1", "Q1 D0 0", "Q1 D3 2");
  const run = await runOf("run", "Q0 D0 1.2", "Q0 D1 1", "Q1 D0 2.4", "Q1 D3 3.6");
  const measures = [
    "AP(missing: zero),nDCG(missing: zero),RR(missing: zero),nDCG(missing: zero)@10",
    "P(relevant: 2, missing: zero)@10",
  ];
  const asked = { measures, conventions: "trec_eval", perUser: true };
  const { estimates, perUser = [] } = rankRuns(labels, [run], asked);
  const values = [0.75, 0.8154648767857288, 0.75, 0.8154648767857288, 0.05];
  expect(estimates.map((row) => ("value" in row ? row.value : row.none))).toEqual(
    values.map((value) => expect.closeTo(value, 14)),
  );
  const ndcg = perUser.filter(({ measure }) => measure.startsWith("nDCG"));
  expect(ndcg.map(({ value }) => value)).toEqual([0.6309297535714575, 1, 0.6309297535714575, 1]);
  expect(perUser.slice(-2).map(({ value }) => value)).toEqual([0, 0.1]);
});

describe("the examples of scikit-learn's documentation", async () => {
  const labels = await labelsFrom("u a 10", "u b 0", "u c 0", "u d 1", "u e 5", "v a 1");
  const of = async (scores: readonly number[], measures: string): Promise<readonly number[]> => {
    const lines = scores.map((score, at) => `u ${"abcde"[at]} ${score}`);
    const run = await runOf("run", ...lines, "v a 1");
    const asked = { measures, conventions: "sklearn", perUser: true };
    return (rankRuns(labels, [run], asked).perUser ?? [])
      .filter(({ user }) => user === "u")
      .map(({ value }) => value ?? Number.NaN);
  };

  it("have their values", async () => {
    const [dcg, dcg2, ndcg] = await of([0.1, 0.2, 0.3, 4, 70], "DCG,DCG@2,nDCG");
    expect(dcg).toBeCloseTo(9.4994, 3);
    expect(dcg2).toBeCloseTo(5.6309, 3);
    expect(ndcg).toBeCloseTo(0.6957, 3);
    const [other, four] = await of([0.05, 1.1, 1, 0.5, 0], "nDCG,nDCG@4");
    expect(other).toBeCloseTo(0.4937, 3);
    expect(four).toBeCloseTo(0.352, 3);
  });

  it("average ties", async () => {
    expect(await of([1, 0, 0, 0, 1], "DCG@1,nDCG@1")).toEqual([7.5, 0.75]);
    expect(await of([1, 0, 0, 0, 1], "nDCG(ties: file)@1")).toEqual([1]);
  });
});

/** The sample of trec_eval is not part of the repository; it is looked for as that of Open Bandit. */
const places = process.env.HINDCAST_DATA
  ? [process.env.HINDCAST_DATA]
  : ["examples", ...readdirSync("..").map((name) => `../${name}/data`)];
const folder = places
  .map((place) => resolve(place, "trec_eval"))
  .find((place) => existsSync(resolve(place, "qrels.test")));

const title = folder ? "trec_eval's own sample" : "trec_eval's own sample (skipped: no data)";
describe.skipIf(folder === undefined)(title, () => {
  const place = folder ?? "";
  const names: Readonly<Record<string, string>> = {
    map: "MAP",
    recip_rank: "MRR",
    ndcg: "nDCG",
    rbp: "RBP",
    success_1: "Hit@1",
    map_cut_10: "MAP@10",
    ...Object.fromEntries(
      [5, 10, 15, 20, 30, 100, 200, 500, 1000].flatMap((k) => [
        [`P_${k}`, `Precision@${k}`],
        [`recall_${k}`, `Recall@${k}`],
        [`ndcg_cut_${k}`, `nDCG@${k}`],
      ]),
    ),
  };

  it("comes out to the last digit printed, user by user", async () => {
    const labels = labelsOf(await readLinesFile({ path: resolve(place, "qrels.test") }, "labels"));
    const run = await readLinesFile({ path: resolve(place, "results.test") }, "run");
    const { perUser = [], estimates } = rankRuns(labels, [run], {
      measures: Object.values(names),
      conventions: "trec_eval",
      perUser: true,
    });
    const found = new Map<string, number>([
      ...perUser.map((row) => [`${row.measure} ${row.user}`, row.value ?? 0] as const),
      ...estimates.map(
        (row) => [`${row.measure} all`, "value" in row ? row.value : Number.NaN] as const,
      ),
    ]);
    let compared = 0;
    for (const line of readFileSync(resolve(place, "out.test.aq"), "utf8").split("\n")) {
      const [name = "", user = "", printed = ""] = line.split("\t").map((cell) => cell.trim());
      const measure = names[name];
      if (measure === undefined) continue;
      expect(found.get(`${measure} ${user}`)?.toFixed(4), line).toBe(printed);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(120);
  });
});
