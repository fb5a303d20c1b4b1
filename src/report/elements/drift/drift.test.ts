import { expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { drift } from "./drift.js";

const feed = { ...fittedFeed(), confidence: 0.95 };

it("tests a curve for each day against one for all, and names the farthest day", () => {
  const { text, html } = written(drift, feed);
  expect(text).toContain("A curve for each of 3 days against one for all: likelihood ratio");
  expect(text.replace(/\s+/g, " ")).toMatch(/farthest day is 2026-11-0\d, by 0\.\d+ in log p/);
  expect(html).toContain("<summary>Day by day: 3</summary>");
});

it("says why there is no test, and nothing where no model is recommended", () => {
  const none = reason("rankMissing", "The log holds one day.");
  expect(written(drift, { ...feed, drift: none }).markdown).toBe(
    "- Over days: The log holds one day.",
  );
  expect(written(drift, { ...refusedFeed(), confidence: 0.95 }).text).toBe("");
});
