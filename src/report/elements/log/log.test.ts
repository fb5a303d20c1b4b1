import { expect, it } from "vitest";
import { fixtureResult, log as logFacts } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { log } from "./log.js";

it("says the size of the log and how its sums were taken", () => {
  const { text: drawn } = written(log, fixtureResult());
  const text = drawn.replace(/\s+/g, " ");
  expect(text).toContain("1,234,567 impressions in 120,000 trajectories by 45,120 users");
  expect(text).toContain("over 14 days (2026-11-01 to 2026-11-14)");
  expect(text).toContain("standard errors from 1,024 buckets of whole users");
});

it("names what was counted, and leaves zeros out", () => {
  const { text, html } = written(log, fixtureResult());
  expect(text).toContain("Counted: holes 312, spanning days 41.");
  expect(html).not.toContain("excluded");
  expect(written(log, { log: { ...logFacts, counts: {} } }).text).not.toContain("Counted");
});

it("says where each cluster is its own bucket", () => {
  const exact = { ...logFacts, users: null, buckets: { kind: "exact", count: 900 } } as const;
  expect(written(log, { log: exact }).text.replace(/\s+/g, " ")).toContain(
    "standard errors from 900 trajectories, each its own cluster",
  );
});
