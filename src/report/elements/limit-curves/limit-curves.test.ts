import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { EstimateRow } from "../../../evaluate/conclude/result.js";
import type { ReportedResult } from "../../source.js";
import { limitCurves } from "./limit-curves.js";

const rowOf = (value: number, clip: number | "inf", more: object = {}): EstimateRow => ({
  ...{ policy: "candidate", estimator: "dcg", reward: "like", estimand: "perTrajectory" as const },
  ...{ feed: null, day: null, value, se: 0.1, interval: [value - 0.2, value + 0.2] as const },
  ...{ n: 100, clusters: 100, buckets: 100, warnings: [] },
  parameters: { discount: "curve", clip, clipRatio: null },
  ...more,
});
const resultOf = (estimates: readonly EstimateRow[], more: object = {}): ReportedResult => ({
  ...fixtureResult(),
  estimates,
  ...more,
});
const swept = [rowOf(1.2, "inf"), rowOf(0.9, 2), rowOf(1.1, 8)];

it("draws estimates against the limit of their weights, the strongest first", async () => {
  const figures = await drawnFigures(limitCurves, resultOf(swept));
  expect(figures.match(/<svg role="img"/g)).toHaveLength(1);
  expect(figures).toContain("by dcg (discount curve), by clip");
  expect(figures).toMatch(/>2<.*>8<.*>∞</s);
});

it("is left out where two values are asked for, and of single days", () => {
  const days = swept.map((row) => ({ ...row, day: "2026-11-01" }));
  for (const rows of [swept.slice(1), days]) {
    expect(written(limitCurves, resultOf(rows)).html).toBe("");
  }
});

it("says which limit the data choose, and what the choice is worth", () => {
  const parameters = { discount: "curve", clip: 8, clipRatio: null };
  const choice = {
    ...{ policy: "candidate", reward: "like", estimand: "perTrajectory", feed: null },
    ...{ estimator: "dcg", limit: "clip", parameters, isBlind: true, value: 1.0625, se: 0.125 },
    ...{ halves: [parameters, { ...parameters, clip: "inf" }], interval: [0.8125, 1.3125] },
  };
  const { text, html, csv } = written(limitCurves, resultOf(swept, { clips: [choice] }));
  expect(text).toMatch(/clip +8 +8 +∞ +1\.06/);
  expect(html).toContain("unfounded");
  const withheld = swept.map((row) => ({ ...row, policy: "another" }));
  expect(written(limitCurves, resultOf(withheld.slice(1), { clips: [choice] })).html).toBe("");
  expect(csv).toMatchObject([{ row: "clip", value: 1.0625, lo: 0.8125 }]);
});
