import { expect, it } from "vitest";
import { estimate, reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { rowMarks } from "./row-marks.js";

it("explains the signs that stand in the tables, and no others", () => {
  const estimates = [estimate(0.4, 0.01, { warnings: ["largestWeight"] })];
  expect(written(rowMarks, reportedResult({ estimates })).text.split("\n")).toHaveLength(2);
  const marked = written(rowMarks, reportedResult({ estimates, verdicts: [] })).text;
  expect(marked).toMatch(/^! [^\n]*$/);
  expect(written(rowMarks, reportedResult({ estimates: [], verdicts: [] })).text).toBe("");
});
