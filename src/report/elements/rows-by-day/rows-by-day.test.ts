import { expect, it } from "vitest";
import { difference, estimate, reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { rowsByDay } from "./rows-by-day.js";

it("counts the rows of single days, where there are some", () => {
  const day = "2026-11-01";
  const rows = {
    estimates: [estimate(0.4, 0.01, { day })],
    differences: [difference(0, 1, { day })],
  };
  expect(written(rowsByDay, reportedResult(rows)).text).toBe(
    "Rows by day (2) are in --format json and csv.",
  );
  expect(written(rowsByDay, reportedResult({ estimates: [], differences: [] })).text).toBe("");
});
