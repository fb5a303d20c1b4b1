import { expect, it } from "vitest";
import { estimate, fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { rowMarks } from "./row-marks.js";

it("explains the signs that stand in the tables, and no others", () => {
  expect(written(rowMarks, fixtureResult()).text.split("\n")).toHaveLength(2);
  const estimates = [estimate(0.4, 0.01, { warnings: ["largestWeight"] })];
  const marked = written(rowMarks, fixtureResult({ estimates, verdicts: [] })).text;
  expect(marked).toMatch(/^! [^\n]*$/);
  expect(written(rowMarks, fixtureResult({ estimates: [], verdicts: [] })).text).toBe("");
});
