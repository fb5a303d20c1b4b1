import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { createRandom } from "../random/create-random.js";
import { disagreementOf, rankRuns } from "./index.js";

const users = Array.from({ length: 40 }, (_, u) => `u${u}`);

/** Labels of some users, and runs that find more of them the larger their skill. */
async function world(seed: string, skills: readonly number[]) {
  const random = createRandom(`rank ${seed}`);
  const relevant = new Map(users.map((user) => [user, 1 + random.integer(9)]));
  const labels = await labelsFrom(
    ...[...relevant].flatMap(([user, count]) =>
      Array.from({ length: count }, (_, i) => `${user} r${i} ${1 + random.integer(3)}`),
    ),
  );
  const runs = await Promise.all(
    skills.map((skill, at) =>
      runOf(
        `run${at}`,
        ...[...relevant].flatMap(([user, count]) =>
          Array.from({ length: 20 }, (_, i) =>
            random.next() < skill && i < count
              ? `${user} r${i} ${random.next()}`
              : `${user} x${i} ${random.next()}`,
          ),
        ),
      ),
    ),
  );
  return { labels, runs };
}

describe("estimates and differences", () => {
  it("are the mean over users with its textbook error, and that of paired differences", async () => {
    const { labels, runs } = await world("errors", [0.4, 0.6]);
    const result = rankRuns(labels, runs, { measures: "nDCG@10", perUser: true });
    const of = (run: string): readonly number[] =>
      (result.perUser ?? []).filter((row) => row.run === run).map((row) => row.value ?? 0);
    const stats = (values: readonly number[]): readonly number[] => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      return [mean, Math.sqrt(squares / (values.length * (values.length - 1)))];
    };
    for (const row of result.estimates) {
      if (!("se" in row)) throw new Error("no value");
      const [mean = 0, se = 0] = stats(of(row.run));
      expect(row.value).toBeCloseTo(mean, 12);
      expect(row.se).toBeCloseTo(se, 12);
    }
    const [row] = result.differences;
    if (row === undefined || !("se" in row)) throw new Error("no difference");
    const [mean = 0, se = 0] = stats(of("run1").map((value, u) => value - (of("run0")[u] ?? 0)));
    expect([row.value, row.se]).toEqual([expect.closeTo(mean, 12), expect.closeTo(se, 12)]);
    expect((row.better ?? 0) + (row.worse ?? 0) + (row.same ?? 0)).toBe(users.length);
    expect(row.p).toBeLessThan(0.05);
  });

  it("list the best run first and adjust p for the family", async () => {
    const { labels, runs } = await world("family", [0.5, 0.3, 0.8]);
    const result = rankRuns(labels, runs, { measures: "DCG@10,MRR", baseline: "run1" });
    expect(result.runs.map(({ name }) => name)).toEqual(["run2", "run0", "run1"]);
    expect(result.differences).toHaveLength(4);
    for (const row of result.differences) {
      if (!("se" in row)) throw new Error("no difference");
      expect(row.adjustedP).toBeCloseTo(Math.min(1, 4 * row.p), 12);
    }
  });

  it("of pnDCG are those of a ratio, and order runs as DCG does", async () => {
    const { labels, runs } = await world("ratio", [0.5, 0.3, 0.8]);
    const [dcg, pndcg] = ["DCG@10", "pnDCG@10"].map((measures) =>
      rankRuns(labels, runs, { measures }).runs.map(({ name }) => name),
    );
    expect(pndcg).toEqual(dcg);
    const asked = { measures: "pnDCG@10,DCG@10,iDCG@10" };
    const [ratio, sum, ideal] = rankRuns(labels, runs.slice(0, 1), asked).estimates.map((row) =>
      "value" in row ? row.value : 0,
    );
    expect(ratio).toBeCloseTo((sum ?? 0) / (ideal ?? 1), 12);
  });
});

describe("the choice among runs", () => {
  it("shows the pair that DCG and nDCG order oppositely, and who causes it", async () => {
    const many = Array.from({ length: 9 }, (_, i) => `m${i}`);
    const labels = await labelsFrom("few x 1", ...many.map((item) => `many ${item} 1`));
    const a = await runOf(
      "a",
      "few y 2",
      "few x 1",
      ...many.map((item, i) => `many ${item} ${9 - i}`),
    );
    const b = await runOf(
      "b",
      "few x 2",
      "few y 1",
      ...many.slice(3).map((item, i) => `many ${item} ${9 - i}`),
    );
    const { orders } = rankRuns(labels, [a, b], { measures: "nDCG@10" });
    expect(
      orders?.runs.map(({ run, rankByDcg, rankByNdcg }) => [run, rankByDcg, rankByNdcg]),
    ).toEqual([
      ["a", 1, 2],
      ["b", 2, 1],
    ]);
    expect(orders?.inversions).toHaveLength(1);
    expect(orders?.inversions[0]?.users.map(({ user }) => user)).toEqual(["few"]);
    expect(orders?.disagreement.probability).toBe(1);
  });

  it("has no rank and no disagreement where no user has an nDCG, nor of a model without a value", async () => {
    const labels = await labelsFrom("u1 z 0", "u2 a 0");
    const runs = [await runOf("a", "u1 a 2", "u2 a 1"), await runOf("b", "u1 z 2", "u2 d 1")];
    const { orders } = rankRuns(labels, runs, { measures: "nDCG@2,DCG@2" });
    expect(orders?.runs.map(({ rankByDcg, rankByNdcg }) => [rankByDcg, rankByNdcg])).toEqual([
      [1, null],
      [1, null],
    ]);
    expect(orders?.disagreement).toMatchObject({
      probability: null,
      disagreeing: 0,
      inverted: null,
    });
    expect(disagreementOf([1, 2, 3], [2, 1, Number.NaN])).toMatchObject({
      ...{ probability: 1, disagreeing: 2, agreeing: 0 },
      ...{ inverted: 1, discordant: 1 },
    });
  });

  it("is over the users who count in every run, as the paired difference is", async () => {
    const labels = await labelsFrom("u1 a 2", "u1 b 1", "u2 d 1", "u3 f 1", "u4 b 0");
    const a = ["u1 a 3", "u1 b 2", "u2 a 3", "u2 d 2", "u3 e 1", "u4 a 1"];
    const b = ["u1 c 3", "u1 b 2", "u2 d 3", "u2 a 2", "u4 b 1"];
    const { orders, differences } = rankRuns(
      labels,
      [await runOf("a", ...a), await runOf("b", ...b)],
      {
        ...{ measures: "nDCG@2,DCG@2", conventions: "trec_eval" },
      },
    );
    expect(orders).toMatchObject({ skipped: 1, inversions: [], disagreement: { probability: 0 } });
    const [first, second] = orders?.runs ?? [];
    const value = (measure: string): number => {
      const row = differences.find((each) => each.measure === measure);
      return row !== undefined && "value" in row ? row.value : Number.NaN;
    };
    expect([first?.run, second?.run]).toEqual(["a", "b"]);
    expect((second?.ndcg ?? 0) - (first?.ndcg ?? 0)).toBeCloseTo(value("nDCG@2"), 12);
    expect((second?.dcg ?? 0) - (first?.dcg ?? 0)).toBeCloseTo(value("DCG@2"), 12);
  });

  it("is not shown of one run, nor of measures without DCG", async () => {
    const { labels, runs } = await world("orders", [0.4, 0.6]);
    expect(rankRuns(labels, runs.slice(0, 1), { measures: "nDCG@10" }).orders).toBeNull();
    expect(rankRuns(labels, runs, { measures: "MRR" }).orders).toBeNull();
  });
});

describe("explained against another tool", () => {
  it("names the conventions that matter, the users and the size", async () => {
    const labels = await labelsFrom("a x 3", "a y 1", "b x 0", "c x 1");
    const run = await runOf("run", "a y 2", "a x 1", "b x 1");
    const { explained } = rankRuns(labels, [run], {
      measures: "nDCG@10",
      explainAgainst: "trec_eval",
    });
    const [row] = explained?.rows ?? [];
    const effects = row?.effects.map(({ convention, users: n, most }) => [
      convention,
      n,
      most[0]?.user,
    ]);
    expect(effects).toEqual([
      ["empty", 1, "b"],
      ["missing", 1, "c"],
    ]);
    expect(row?.ours).toBeCloseTo((0.7967075809905066 + 0) / 2, 10);
    expect(row?.theirs).toBeCloseTo((0.7967075809905066 + 0) / 2, 10);
  });
});
