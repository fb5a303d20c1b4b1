import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { rankRuns } from "./index.js";

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
