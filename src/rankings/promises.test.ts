import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { createRandom } from "../random/create-random.js";
import { type RankResult, rankRuns } from "./index.js";

const values = ({ estimates }: RankResult): readonly number[] =>
  estimates.map((row) => ("value" in row ? row.value : Number.NaN));
const codes = ({ warnings }: RankResult): readonly string[] => warnings.map(({ code }) => code);

describe("the conventions trec_eval", () => {
  it("compare scores as 32-bit floats, then names downwards", async () => {
    const labels = await labelsFrom(
      "q1 d1 0",
      "q1 d2 1",
      "q1 d3 2",
      "q2 d1 1",
      "q2 d4 0",
      "q3 d9 1",
    );
    const run = await runOf(
      "run",
      ...["q1 d1 12.00000003", "q1 d2 12.00000002", "q1 d3 12.00000001"],
      ...["q2 d1 0.9752302810058760", "q2 d4 0.9752302810058761", "q3 d9 -1.5e+2", "q3 d8 -2e2"],
    );
    const asked = { measures: "nDCG@10,MRR", conventions: "trec_eval" };
    const [ndcg, mrr] = values(rankRuns(labels, [run], asked));
    expect(ndcg).toBeCloseTo(0.8769765845, 10);
    expect(mrr).toBeCloseTo(0.8333333333, 10);
    const { explained } = rankRuns(labels, [run], {
      ...asked,
      conventions: "paper",
      explainAgainst: "trec_eval",
    });
    expect(explained?.rows[0]?.effects).toMatchObject([{ convention: "scores", users: 1 }]);
  });

  it("are those of a short reference on random runs with ties, of any size and sign", async () => {
    const random = createRandom("trec_eval");
    const near = [
      1,
      1 + 1e-8,
      1 - 1e-8,
      1 + 1e-7,
      0,
      -0,
      1e-46,
      1e39,
      2e39,
      16777217,
      16777216,
      1e-7,
    ];
    for (let trial = 0; trial < 40; trial++) {
      const items = Array.from(
        { length: 12 },
        (_, i) => `${"ADad"[i % 4]}${random.integer(900) * 13 + i}`,
      );
      const scored = items.map((item) => {
        const sign = random.integer(2) === 0 ? 1 : -1;
        return {
          item,
          score: sign * (near[random.integer(near.length)] ?? 0),
          grade: random.integer(5) - 1,
        };
      });
      const labels = await labelsFrom(
        ...scored.map(({ item, grade }) => `u ${item} ${grade}`),
        "u zz 2",
      );
      const run = await runOf("run", ...scored.map(({ item, score }) => `u ${item} ${score}`));
      const asked = { measures: "nDCG@5,MRR,MAP", conventions: "trec_eval", perUser: true };
      const found = (rankRuns(labels, [run], asked).perUser ?? []).map(({ value }) => value);
      const sorted = scored.toSorted((a, b) => {
        const [x, y] = [Math.fround(a.score), Math.fround(b.score)];
        if (x !== y) return x < y ? 1 : -1;
        return a.item < b.item ? 1 : -1;
      });
      expect(found, JSON.stringify(scored)).toEqual(
        reference(
          sorted.map(({ grade }) => grade),
          [...scored.map(({ grade }) => grade), 2],
        ).map((value) => expect.closeTo(value, 12)),
      );
    }
  });
});

/** nDCG@5, MRR and MAP of grades by rank. */
function reference(grades: readonly number[], labels: readonly number[]): readonly number[] {
  const dcg = (all: readonly number[]): number =>
    all.slice(0, 5).reduce((sum, grade, i) => sum + Math.max(grade, 0) / Math.log2(i + 2), 0);
  const hits = grades.flatMap((grade, i) => (grade >= 1 ? [i + 1] : []));
  const relevant = labels.filter((grade) => grade >= 1).length;
  return [
    dcg(grades) / dcg(labels.toSorted((a, b) => b - a)),
    hits[0] === undefined ? 0 : 1 / hits[0],
    hits.reduce((sum, rank, i) => sum + (i + 1) / rank, 0) / relevant,
  ];
}

describe("grades below 0", () => {
  const lines = ["u a -1", "u b 2", "v a 1", "w c -3"] as const;
  const scores = ["u a 3", "u b 2", "v a 1", "w d 1"] as const;

  it("bring nothing, which is said where it changes a number", async () => {
    const labels = await labelsFrom(...lines);
    const run = await runOf("run", ...scores);
    const result = rankRuns(labels, [run], { measures: "DCG@2,nDCG@2,MRR" });
    const [dcg] = values(result);
    expect(dcg).toBeCloseTo((2 / Math.log2(3) + 1) / 3, 12);
    const clipped = result.warnings.find(({ code }) => code === "negativesClipped");
    expect(clipped?.message).toMatch(/another DCG@2 of 1 user, another nDCG@2 of 1 user\.$/);
    const below = rankRuns(labels, [await runOf("run", "u b 2", "v a 1", "w d 1")], {
      measures: "DCG",
    });
    expect(codes(below)).not.toContain("negativesClipped");
    expect(codes(rankRuns(labels, [run], { measures: "MRR,DCG(gain: binary)" }))).not.toContain(
      "negativesClipped",
    );
  });

  it("are summed by scikit-learn's DCG, and refused by its nDCG", async () => {
    const labels = await labelsFrom(...lines);
    const runs = [await runOf("run", ...scores), await runOf("other", "u b 1", "v a 1", "w c 1")];
    const asked = { measures: "DCG@2", conventions: "sklearn", perUser: true };
    const result = rankRuns(labels, runs, asked);
    expect(values(result)).toEqual([
      expect.closeTo((-1 + 2 / Math.log2(3) + 1 + 0) / 3, 12),
      expect.closeTo((2 + 1 - 3) / 3, 12),
    ]);
    expect(result.orders).toBeNull();
    expect(codes(result)).toContain("gradeRefused");
    expect(() => rankRuns(labels, runs, { ...asked, measures: "nDCG@2" })).toThrow(
      /labels.txt, line 1: item "a" of user "u" has the grade -1, and nDCG\(negatives: sum, .* refuses grades below 0/,
    );
    expect(() => rankRuns(labels, runs, { measures: "nDCG", explainAgainst: "sklearn" })).toThrow(
      /explain against another tool/,
    );
  });
});

it("a gain that no double holds is refused with its line", async () => {
  const labels = await labelsFrom("u a 1", "u b 1100", "v a 1");
  const run = await runOf("run", "u b 2", "v a 1");
  expect(() => rankRuns(labels, [run], { measures: "nDCG(gain: exp)@10" })).toThrow(
    /labels.txt, line 2: user "u" has the grade 1100, whose gain \(gain: exp\) makes .*DCG.* too large/,
  );
  expect(values(rankRuns(labels, [run], { measures: "nDCG@10" }))[0]).toBeCloseTo(
    (1100 / (1100 + 1 / Math.log2(3)) + 1) / 2,
    12,
  );
});

it("the order of lines and of users changes no byte, by ties that names settle", async () => {
  const random = createRandom("order of lines");
  const lines = (per: number): string[] =>
    Array.from({ length: 60 }, (_, u) =>
      Array.from(
        { length: per },
        (__, i) => `u${u} i${(u * 7 + i * 13) % 97} ${random.integer(4)}`,
      ),
    ).flat();
  const shuffled = (all: readonly string[]): readonly string[] =>
    all
      .map((line) => [random.next(), line] as const)
      .sort(([a], [b]) => a - b)
      .map(([, line]) => line);
  const [labels, a, b] = [lines(9), lines(12), lines(12).slice(30)];
  const answer = async (arrange: (all: readonly string[]) => readonly string[]): Promise<string> =>
    JSON.stringify(
      rankRuns(
        await labelsFrom(...arrange(labels)),
        [await runOf("a", ...arrange([...a, "z1 x 1", "z0 x 1"])), await runOf("b", ...arrange(b))],
        {
          measures: "nDCG@10,DCG(gain: exp),MAP,RBP,Coverage,Novelty",
          perUser: true,
          explainAgainst: "sklearn",
        },
      ),
    );
  const expected = await answer((all) => all);
  for (let trial = 0; trial < 5; trial++) expect(await answer(shuffled)).toBe(expected);
});

it("gains whose squares no double holds have the reason in the place of a mean", async () => {
  const labels = await labelsFrom("u a 1e200", "u c 0", "v a 1e200");
  const run = await runOf("run", "u a 1", "v b 1");
  const { estimates } = rankRuns(labels, [run], { measures: "DCG,nDCG" });
  expect(estimates).toMatchObject([
    { none: { code: "overflow", message: expect.stringMatching(/^Gains are too large/) } },
    { value: 0.5 },
  ]);
});

it("users with relevant labels of whom a measure is not defined are counted", async () => {
  const labels = await labelsFrom("u a 1", "v a 1", "w a 1");
  const run = await runOf("run", "u a 2", "v a 1", "w b 1");
  const { warnings, estimates } = rankRuns(labels, [run], { measures: "nDCG(ideal: listed)@10" });
  expect(estimates[0]).toMatchObject({ users: 2, skipped: 1 });
  expect(warnings).toMatchObject([{ code: "usersUndefined", facts: { users: 1, first: "w" } }]);
});

it("users without a relevant label are counted for every level that is relevant", async () => {
  const labels = await labelsFrom("u a 1", "v a 2", "w a 3");
  const run = await runOf("run", "u a 2", "v a 1", "w b 1");
  const { warnings } = rankRuns(labels, [run], {
    measures: "nDCG,MAP(relevant: 2),MAP(relevant: 3)",
  });
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^1 of 3 users has no relevant label \(a grade of 2 or more\)/),
    expect.stringMatching(/^2 of 3 users have no relevant label \(a grade of 3 or more\)/),
  ]);
});
