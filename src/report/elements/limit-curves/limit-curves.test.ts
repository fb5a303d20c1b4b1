import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { ReportedEstimate, ReportedResult } from "../../source.js";
import { limitCurves } from "./limit-curves.js";

const rowOf = (value: number, clip: number | "inf", more: object = {}): ReportedEstimate => ({
  ...{ policy: "candidate", estimator: "dcg", reward: "like", estimand: "perTrajectory" as const },
  ...{ feed: null, day: null, value, se: 0.1, interval: [value - 0.2, value + 0.2] as const },
  ...{ n: 100, clusters: 100, buckets: 100, warnings: [] },
  parameters: { discount: "curve", clip, clipRatio: null },
  ...more,
});
const resultOf = (estimates: ReportedResult["estimates"], more: object = {}): ReportedResult => ({
  ...reportedResult(),
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
  expect(html).toContain("without evidence for it");
  const withheld = swept.map((row) => ({ ...row, policy: "another" }));
  expect(written(limitCurves, resultOf(withheld.slice(1), { clips: [choice] })).html).toBe("");
  expect(csv).toMatchObject([
    { row: "clip", parameters: JSON.stringify(parameters), value: 1.0625, lower: 0.8125 },
  ]);
});

const weights = {
  ...{ policy: "candidate", estimand: "perTrajectory", feed: null, estimator: "dcg" },
  limit: "clip",
};
const points = ([2, 8, "inf"] as const).map((at, i) => ({
  ...{ at, parameters: { discount: "curve", clip: at, clipRatio: null } },
  ...{ ess: 4321 - 1234 * i, biasBound: [0.75, 0.25, 0][i] ?? 0 },
}));

it("draws effective sample size and bias bound on the axis of the estimates", async () => {
  const source = resultOf(swept, { clipWeights: [{ ...weights, points }] });
  const figures = await drawnFigures(limitCurves, source);
  expect(figures.match(/<svg role="img"/g)).toHaveLength(3);
  expect(figures).toContain("Effective sample size by dcg (discount curve), by clip");
  expect(figures).toMatch(/Bias bound per trajectory.* by dcg \(discount curve\), by clip/);
  expect(figures.match(/>2<.*?>8<.*?>∞</gs)).toHaveLength(3);
  const { text, csv } = written(limitCurves, source);
  expect(text).toMatch(/clip +8 +3,?087 +0\.25/);
  expect(csv).toMatchObject(
    points.flatMap(({ parameters, ess, biasBound }) => [
      {
        row: "ess",
        parameters: JSON.stringify(parameters),
        value: ess,
      },
      { row: "biasBound", parameters: JSON.stringify(parameters), value: biasBound },
    ]),
  );
});

it("draws effective sample sizes once for several estimands, and none of a withheld policy", async () => {
  const perView = { estimand: "perImpression" as const };
  const both = [...swept, ...swept.map((row) => ({ ...row, ...perView }))];
  const clipWeights = [
    { ...weights, points },
    { ...weights, ...perView, points },
  ];
  const figures = await drawnFigures(limitCurves, resultOf(both, { clipWeights }));
  expect(figures.match(/<figcaption>Effective sample size/g)).toHaveLength(1);
  expect(figures.match(/<figcaption>Bias bound/g)).toHaveLength(2);
  const other = [{ ...weights, policy: "another", points }];
  const without = await drawnFigures(limitCurves, resultOf(swept, { clipWeights: other }));
  expect(without.match(/<svg role="img"/g)).toHaveLength(1);
});

it("says why weights are not known", () => {
  const none = { code: "clipWeightsUnknown", message: "Not of ranks.", facts: {} };
  const source = resultOf(swept, { clipWeights: [{ ...weights, none }] });
  expect(written(limitCurves, source).text).toContain("Not of ranks.");
});
