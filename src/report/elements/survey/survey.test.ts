import { expect, it } from "vitest";
import { log as logFacts } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { survey } from "./survey.js";

const report = {
  log: logFacts,
  counts: { holes: 312, none: 0 },
  problems: [],
  warnings: [],
  supports: [],
};

it("has a line for each count, zeros in CSV only", () => {
  const { text, markdown, csv } = written(survey, report);
  expect(text).toMatch(/\n {2}holes +312$/);
  expect(markdown).toContain("| holes | 312 |");
  expect(csv.map(({ name, value }) => [name, value])).toEqual([
    ["holes", 312],
    ["none", 0],
  ]);
});

it("says nothing of a log that could not be surveyed", () => {
  expect(written(survey, { ...report, log: null, counts: {} }).text).toBe("");
});
