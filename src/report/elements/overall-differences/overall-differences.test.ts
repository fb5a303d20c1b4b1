import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { fixtureAgreement, fixtureOfSets } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import { overallDifferences } from "./overall-differences.js";

it("says how many differences offline got right, and shows both sides as lifts", () => {
  const { text, csv } = written(overallDifferences, fixtureAgreement());
  expect(text.replace(/\s+/g, " ")).toContain("offline got the sign of 1 right and of 0 wrong");
  // .04 and .035 of the .41 that the baseline earned.
  expect(text).toMatch(/third +like +\+9\.76 % ± 2\.68 % +\+8\.54 % ± 3\.17 % +right/);
  expect(csv.map(({ outcome }) => outcome)).toEqual([
    "onlineCannotTell",
    "onlineCannotTell",
    "right",
  ]);
});

it("shows differences themselves where the baseline earned nothing, and draws none of them", async () => {
  const whole = fixtureAgreement();
  const { overall } = whole;
  if (overall === null) throw new Error("The fixture has differences.");
  const differences = overall.differences.map((each) => ({ ...each, baseline: 0 }));
  const without = { ...whole, overall: { ...overall, differences } };
  expect(written(overallDifferences, without).text).toMatch(/third +like +0\.04 ± 0\.011 /);
  expect(await drawnFigures(overallDifferences, without)).toBe("");
  expect((await drawnFigures(overallDifferences, whole)).match(/<circle/g)).toHaveLength(3);
});

it("shows both ends of a set with their errors, and draws it as a bar", async () => {
  const { text, csv } = written(overallDifferences, fixtureOfSets());
  expect(text).toMatch(/\+4\.88 % ± 3\.17 % to \+22\.0 % ± 4\.88 %/);
  expect(csv.map(({ setLower, setUpper }) => [setLower, setUpper])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [0.02, 0.09],
  ]);
  const bars = (svg: string): number => svg.match(/stroke-width="3"/g)?.length ?? 0;
  expect(bars(await drawnFigures(overallDifferences, fixtureOfSets()))).toBe(1);
  expect(bars(await drawnFigures(overallDifferences, fixtureAgreement()))).toBe(0);
});
