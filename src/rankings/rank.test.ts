import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { createRandom } from "../random/index.js";
import { type RankResult, rankRuns } from "./index.js";

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

describe("users who are not like the others", async () => {
  const labels = await labelsFrom("a x 1", "b x 0", "c x 1", "d x 1");
  const run = await runOf("run", "a x 1", "b x 1", "d y 1", "e x 1");
  const firstOf = (result: RankResult): unknown => {
    const [row] = result.estimates;
    return row !== undefined && "value" in row ? [row.value, row.users, row.skipped] : row;
  };

  it("count as the conventions say", () => {
    const of = (measures: string, conventions: string): unknown =>
      firstOf(rankRuns(labels, [run], { measures, conventions }));
    expect(of("nDCG@10", "paper")).toEqual([1 / 3, 3, 1]);
    expect(of("nDCG@10", "trec_eval")).toEqual([1 / 3, 3, 1]);
    expect(of("nDCG(empty: zero)@10", "paper")).toEqual([1 / 4, 4, 0]);
    expect(of("nDCG(empty: one)@10", "paper")).toEqual([2 / 4, 4, 0]);
    expect(of("DCG@10", "paper")).toEqual([1 / 4, 4, 0]);
    expect(of("DCG(empty: drop)@10", "paper")).toEqual([1 / 3, 3, 1]);
  });

  it("are named in warnings, with what is done with them", () => {
    const { warnings } = rankRuns(labels, [run], { measures: "nDCG@10" });
    expect(warnings.map(({ code }) => code)).toEqual([
      "usersWithoutRelevant",
      "usersMissing",
      "usersUnlabelled",
    ]);
    expect(warnings[1]?.message).toContain('the first is "c"');
    expect(warnings[2]?.message).toContain('the first is "e"');
  });

  it("leave no number where none of them counts", async () => {
    const bare = await labelsFrom("a x 0", "b x 0");
    const [row] = rankRuns(bare, [run], { measures: "nDCG@10" }).estimates;
    expect(row !== undefined && "none" in row && row.none.code).toBe("zeroDenominator");
  });

  it("are an error where no user is shared, or an item stands twice", async () => {
    const other = await runOf("other.txt", "z x 1");
    expect(() => rankRuns(labels, [other], { measures: "MRR" })).toThrow(
      /other.txt and labels.txt have no user in common: .* "z", .* "a"/,
    );
    const twice = await runOf("twice.txt", "a x 1", "a y 1", "a x 0.5");
    expect(() => rankRuns(labels, [twice], { measures: "MRR" })).toThrow(
      /twice.txt, line 3: it lists item "x" of user "a" a second time; the first is line 1/,
    );
    await expect(labelsFrom("a x 1", "b x 1", "a x 2")).rejects.toThrow(
      /labels.txt, line 3: it labels item "x" of user "a" a second time; the first is line 1/,
    );
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

it("measures of which items are listed count a user left out with an empty list", async () => {
  const labels = await labelsFrom("u1 a 1", "u1 b 1", "u2 b 1", "u3 c 1", "u3 d 0");
  const run = await runOf("run", "u1 a 3", "u1 b 2", "u2 c 3", "u2 x 2");
  const { estimates } = rankRuns(labels, [run], {
    measures: "Coverage@2,Coverage@1,Popularity@2,Novelty@2",
  });
  const values = estimates.map((row) => ("value" in row ? row.value : Number.NaN));
  const bits = Math.log2(3);
  expect(values).toEqual([
    expect.closeTo(3 / 4, 12),
    expect.closeTo(2 / 4, 12),
    expect.closeTo((1.5 / 3 + 0.5 / 3) / 2, 12),
    expect.closeTo(((bits + Math.log2(1.5)) / 2 + bits) / 2, 12),
  ]);
});

describe("coverage, a measure of all lists together", () => {
  const items = Array.from({ length: 30 }, (_, i) => `i${i}`);
  const listing = (name: string, held: readonly string[], to = ["u0", "u1", "u2"]) =>
    runOf(name, ...to.flatMap((user) => held.map((item, i) => `${user} ${item} ${100 - i}`)));
  const labelled = labelsFrom(
    ...["u0", "u1", "u2"].flatMap((user) => items.map((item) => `${user} ${item} 1`)),
  );

  it("has its exact value and no interval where every item has two holders or more", async () => {
    const runs = [
      await listing("a", items.slice(1)),
      await listing("b", items.slice(0, 29)),
      await listing("c", items.slice(0, 28)),
    ];
    const { estimates, differences } = rankRuns(await labelled, runs, { measures: "Coverage" });
    const noInterval = expect.objectContaining({ code: "noJackknifeError" });
    const common = { measure: "Coverage", users: 3, noInterval };
    expect(estimates).toEqual([
      { run: "a", ...common, skipped: 0, value: 29 / 30 },
      { run: "b", ...common, skipped: 0, value: 29 / 30 },
      { run: "c", ...common, skipped: 0, value: 28 / 30 },
    ]);
    expect(differences).toEqual([
      { run: "b", baseline: "a", ...common, value: 0 },
      { run: "c", baseline: "a", ...common, value: 28 / 30 - 29 / 30 },
    ]);
  });

  it("has an interval within its bounds, and differences without sides", async () => {
    const run = await listing("one", items.slice(0, 2), ["u0"]);
    const other = await listing("other", items.slice(0, 29), ["u1"]);
    // C falls to 0 without its one holder of three users: the error is 2C/3.
    const tOfTwo = 4.302652729749462;
    const { estimates, differences } = rankRuns(await labelled, [run, other], {
      measures: "Coverage",
    });
    const intervals = estimates.map((row) => ("interval" in row ? row.interval : []));
    expect(intervals).toEqual([
      [0, 1],
      [0, expect.closeTo((2 / 30) * (1 + tOfTwo * (2 / 3)), 10)],
    ]);
    expect(differences[0]).toMatchObject({ value: 27 / 30, interval: [-1, 1], users: 3 });
    expect(differences[0]).not.toHaveProperty("better");
  });

  it("is not compared over different users", async () => {
    const runs = [await listing("a", ["i0"]), await listing("b", ["i1", "i2"], ["u1", "u2"])];
    const asked = { measures: "Coverage(missing: skip)" };
    const [row] = rankRuns(await labelled, runs, asked).differences;
    expect(row).toMatchObject({ none: { code: "usersDiffer" } });
  });
});

describe("users who count in one of two runs only", async () => {
  const labels = await labelsFrom("u0 x 1", "u1 x 1", "u1 y 1", "u2 x 1", "u3 y 1");
  const base = await runOf("base", "u0 x 1", "u1 x 1", "u2 y 1");
  const run = await runOf("run", "u0 y 1", "u1 y 1", "u2 x 1", "u3 x 1");

  it.each(["Popularity", "nDCG(missing: skip)", "pnDCG(missing: skip)"])(
    "are left out of a difference in %s",
    async (measures) => {
      const [row] = rankRuns(labels, [base, run], { measures }).differences;
      const shared = await labelsFrom("u0 x 1", "u1 x 1", "u1 y 1", "u2 x 1");
      const [same] = rankRuns(shared, [base, run], { measures }).differences;
      expect(row).toMatchObject({ users: 3 });
      if (row === undefined || same === undefined || !("se" in row && "se" in same)) {
        throw new Error("no difference");
      }
      // Without u3 half as many users hold y, and n is 3: shares of 3 and 2 of 4 become 3 and 1 of 3.
      const scale = measures === "Popularity" ? 3 / 8 : 1;
      expect(row.value).toBeCloseTo(scale * same.value, 12);
      expect(row.se).toBeCloseTo(scale * same.se, 12);
    },
  );

  it("are counted by the rule of each measure in warnings", () => {
    const messageOf = (measures: string): string | undefined =>
      rankRuns(labels, [base, run], { measures }).warnings.find(
        ({ code }) => code === "usersMissing",
      )?.message;
    expect(messageOf("nDCG,DCG")).toContain(
      "; by the convention missing: zero they count with an empty list.",
    );
    const undefinedThere =
      "the measure is not defined for an empty list, so that by the convention empty: skip they do not count.";
    expect(messageOf("Popularity,Novelty")).toContain(`; ${undefinedThere}`);
    expect(messageOf("nDCG,Novelty@3")).toContain(
      `; nDCG: by the convention missing: zero they count with an empty list; Novelty@3: ${undefinedThere}`,
    );
    expect(messageOf("Novelty(empty: zero)")).toContain("empty: zero they count 0.");
  });

  it("leave no interval where one user is left", async () => {
    const single = await runOf("single", "u0 x 1");
    const asked = { measures: "Novelty,nDCG(missing: skip)@5,nDCG@5" };
    const { estimates, differences } = rankRuns(labels, [single, run], asked);
    const codeOf = (row: object): unknown => ("none" in row ? row.none : row);
    const few = expect.objectContaining({ code: "tooFewClusters" });
    const own = estimates.filter((row) => row.run === "single").map(codeOf);
    expect(own.slice(0, 2)).toEqual([few, few]);
    expect(own[2]).toMatchObject({ users: 4, value: 0.25 });
    expect(differences.map(codeOf).slice(0, 2)).toEqual([few, few]);
    expect(differences[2]).toMatchObject({ users: 4 });
  });

  it("leave no difference where no more than one of them is shared", async () => {
    const [a, b] = [await runOf("a", "u0 x 1", "u1 x 1"), await runOf("b", "u1 x 1", "u2 x 1")];
    const [row] = rankRuns(labels, [a, b], { measures: "Novelty" }).differences;
    expect(row).toMatchObject({ none: { code: "tooFewClusters", facts: { users: 1 } } });
  });
});
