import { describe, expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { rankRuns } from "./index.js";

const measured = async (
  labels: readonly string[],
  run: readonly string[],
): Promise<readonly string[]> =>
  rankRuns(await labelsFrom(...labels), [await runOf("run", ...run)], {
    measures: "DCG@10",
  }).warnings.map(({ message }) => message);

const users = (count: number, name: (i: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${name(i)} item${i % 7} 1`);
const items = (count: number, name: (i: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => `u${i % 5} ${name(i)} 1`);

describe("users in common", () => {
  it.each([
    ["by upper and lower case", (i: number) => `U${i}`, (i: number) => `u${i}`],
    ["by zeros in front", (i: number) => `00${i + 1}`, (i: number) => `${i + 1}`],
    ['by "user_" in front', (i: number) => `user_${i}`, (i: number) => `${i}`],
    ["by how a number is written", (i: number) => `${i}.0`, (i: number) => `${i}`],
    ["in that one is a whole number", (i: number) => `${i}`, (i: number) => `${"abcdefghij"[i]}x`],
  ])("are refused where there is none: they differ %s", async (words, own, other) => {
    for (const [a, b] of [
      [own, other],
      [other, own],
    ] as const) {
      await expect(measured(users(10, a), users(10, b))).rejects.toThrow(
        new RegExp(`run and labels.txt have no user in common. They differ ${words}.*: "`),
      );
    }
  });

  it("are refused where there are few and the others are written otherwise", async () => {
    const padded = users(400, (i) => String(i).padStart(3, "0"));
    await expect(measured(users(9, String), padded)).rejects.toThrow(
      /They differ by zeros in front/,
    );
    const mixed = [...users(30, (i) => `U${i}`), "same item1 1"];
    await expect(measured([...users(30, (i) => `u${i}`), "same item1 1"], mixed)).rejects.toThrow(
      /have only 1 of 31 users in common. They differ by upper and lower case/,
    );
  });

  it("may be few where the others are other users", async () => {
    const labels = ["same item1 1", "s2 item1 1", ...users(30, (i) => `a${i}x`)];
    const run = ["same item1 1", "s2 item1 1", ...users(300, (i) => `b${i}y`)];
    expect(await measured(labels, run)).toHaveLength(2);
  });
});

describe("items in common", () => {
  it.each([
    ["by upper and lower case", (i: number) => `B0${i}X`, (i: number) => `b0${i}x`],
    ["by zeros in front", (i: number) => `00${i + 1}`, (i: number) => `${i + 1}`],
    [
      "in that one is a whole number",
      (i: number) => `${i}`,
      (i: number) => `x${"abcdefghijklmnopqrst"[i]}`,
    ],
  ])("are refused where there is none: they differ %s", async (words, own, other) => {
    await expect(measured(items(20, own), items(20, other))).rejects.toThrow(
      new RegExp(`have no item in common, so that .* They differ ${words}: "`),
    );
  });

  it("are refused where there is none of many, and told where there is none of few", async () => {
    const [own, other] = [(i: number) => `x${i}a`, (i: number) => `y${i}b`] as const;
    await expect(measured(items(20, own), items(20, other))).rejects.toThrow(/no item in common/);
    expect(await measured(items(5, own), items(5, other))).toEqual([
      'run: No item of the run has a label. One item of the run is "y0b", one of the labels "x0a".',
    ]);
  });

  it("are told where some are written with zeros in front on one side", async () => {
    const labels = items(200, (i) => String(i + 1));
    const run = items(200, (i) => String(i + 1).padStart(3, "0"));
    const [warning] = await measured(labels, run);
    expect(warning).toMatch(
      /^run: 99 of 200 items of the run are in no label, 99 of 200 items of the labels in no list. They differ by zeros in front: "001" and "1"/,
    );
  });

  it("may be few: a list that misses what users like is no fault of names", async () => {
    const labels = items(300, (i) => `m${i}`);
    const run = [...items(300, (i) => `m${i + 290}`).map((line) => line.replace(/^u\d/, (u) => u))];
    expect(await measured(labels, run)).toEqual([]);
    expect(await measured(["u a 1", "v b 1"], ["u b 1", "v a 1"])).toEqual([]);
  });
});
