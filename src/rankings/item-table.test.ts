import { expect, it } from "vitest";
import { labelsFrom, runOf } from "../../test/fixture/text-lines.js";
import { itemMatcher, itemTable } from "./item-table.js";
import { hashOf } from "./read/lines.js";

// Two pairs of words with the same FNV-1a hash.
const [a, b, c, d] = ["costarring", "liquid", "declinate", "macallums"];
const hash = (text: string): number => hashOf(new TextEncoder().encode(text), 0, text.length);

it("tells items with one hash apart", async () => {
  expect([hash(a), hash(c)]).toEqual([hash(b), hash(d)]);
  const { lines } = await labelsFrom(`u ${a} 1`, `u ${c} 1`, `v ${b} 1`, `v ${a} 1`);
  const table = itemTable(lines);
  table.clear(4);
  expect([0, 1, 2, 3].map(table.add)).toEqual([-1, -1, -1, 0]);
  const run = await runOf("run", `u ${d} 1`, `u ${b} 1`, `u ${c} 1`);
  expect([0, 1, 2].map((line) => table.find(run, line))).toEqual([-1, 2, 1]);
});

it("matches a user's items with the labels, and meets an item that is listed twice", async () => {
  const { lines } = await labelsFrom(`u ${a} 1`, `u ${c} 1`, `v ${b} 1`);
  const run = await runOf(
    "run",
    `u ${b} 3`,
    `u ${a} 2`,
    `u ${d} 1`,
    `u ${b} 1`,
    `u ${a} 1`,
    `v ${a} 1`,
  );
  const twice: (readonly number[])[] = [];
  const { begin, labelOf } = itemMatcher(lines, run, (...both) => twice.push(both));
  begin(Int32Array.of(0, 1), 5);
  expect([0, 1, 2].map(labelOf)).toEqual([-1, 0, -1]);
  expect(twice).toEqual([]);
  labelOf(3);
  labelOf(4);
  expect(twice).toEqual([
    [0, 3],
    [1, 4],
  ]);
  begin(Int32Array.of(2), 1);
  expect(labelOf(5)).toBe(-1);
});
