import { expect, it } from "vitest";
import { rangesOf } from "./ranges.js";

const days = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`);
const said = (count: number): readonly string[] =>
  rangesOf(days(count)).map(
    ({ name, range: { from, to } }) => `${name}: ${from.slice(-2)} to ${to.slice(-2)}`,
  );

it("has none of one day or none, and halves of a week", () => {
  expect(said(0)).toEqual([]);
  expect(said(1)).toEqual([]);
  expect(said(7)).toEqual(["first half: 01 to 03", "second half: 04 to 07"]);
});

it("has the last weeks and each week, none twice, and no more than six", () => {
  expect(said(14)).toEqual(["first half: 01 to 07", "second half: 08 to 14"]);
  expect(said(16)).toEqual([
    "first half: 01 to 08",
    "second half: 09 to 16",
    "last 7 days: 10 to 16",
    "last 14 days: 03 to 16",
    "a week: 03 to 09",
  ]);
  expect(said(30)).toHaveLength(6);
});
