import { expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { ranks } from "./ranks.js";

const feed = { ...fittedFeed(), confidence: 0.95 };

it("gives every rank with what was measured and each curve to CSV, in full", () => {
  const { csv } = written(ranks, feed);
  expect(csv.map(({ rank }) => rank)).toEqual(feed.empirical.map(({ rank }) => rank));
  expect(csv.map(({ kept }) => kept)).toEqual(feed.keptCurve?.p);
  expect(csv.map(({ yuleSimon }) => yuleSimon)).toEqual(feed.keptCurve?.p);
  expect(Object.keys(csv[0] ?? {})).not.toContain("table");
});

it("shows the kept curve first on the page", () => {
  const { html } = written(ranks, feed);
  expect(html).toContain('yuleSimon (kept)</th><th scope="col" class="number">geometric');
  expect(html).toContain("The numbers by rank: 12 of 12");
});

it("has a column for a model that could not be fitted", () => {
  const { csv } = written(ranks, { ...refusedFeed(), confidence: 0.95 });
  expect(csv[0]).toMatchObject({ rank: 1, atRisk: 80, kept: null, geometric: null });
});
