import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { type RankResult, rankRuns } from "./index.js";

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
      /other.txt and labels.txt have no user in common. One user of the run is "z", one of the labels "a"/,
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

it("errors are those of the users who count, however many do not", async () => {
  const counting = ["u0 x 1", "u1 x 1", "u1 y 1", "u2 x 1"];
  const others = Array.from({ length: 200 }, (_, i) => `v${i} z 1`);
  const runs = [
    await runOf("base", "u0 x 1", "u1 z 1", "u2 y 1"),
    await runOf("run", "u0 y 1", "u1 y 1", "u2 x 1"),
  ];
  const asked = { measures: "nDCG(missing: skip)@5,DCG(missing: skip)@5" };
  const [alone, among] = [
    rankRuns(await labelsFrom(...counting), runs, asked),
    rankRuns(await labelsFrom(...counting, ...others), runs, asked),
  ];
  const numbers = ({ estimates, differences }: RankResult): readonly unknown[] =>
    [...estimates, ...differences].map((row) =>
      "se" in row ? [row.value, row.se, ...row.interval].map((each) => each.toFixed(12)) : row,
    );
  expect(numbers(among)).toEqual(numbers(alone));
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

it.each(["nDCG", "pnDCG", "MRR"])(
  "who do not count take no part in the error of %s",
  async (name) => {
    const few = ["u0", "u1", "u2", "u3"];
    const many = Array.from({ length: 200 }, (_, u) => `v${u}`);
    const labelling = (users: readonly string[]) =>
      labelsFrom(...users.map((user) => `${user} x 1`));
    const [alone, all] = [await labelling(few), await labelling([...many, ...few])];
    const runs = [
      await runOf("a", "u0 x 2", "u1 y 2", "u1 x 1", "u2 y 1", "u3 x 2"),
      await runOf("b", "u0 y 2", "u1 x 2", "u2 y 1", "u3 y 2", "u3 z 1", "u3 x 0.5"),
    ];
    const numbersOf = ({ estimates, differences }: RankResult): readonly unknown[] =>
      [...estimates, ...differences].map((row) =>
        "se" in row ? [row.value, row.se, row.interval] : row,
      );
    const asked = { measures: `${name}(missing: skip)` };
    const expected = numbersOf(rankRuns(alone, runs, asked));
    expect(expected.every(Array.isArray)).toBe(true);
    expect(numbersOf(rankRuns(all, runs, asked))).toEqual(expected);
  },
);
