import { expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { measured } from "./measured.js";

const feed = { ...fittedFeed(), confidence: 0.95 };

it("draws a point for each rank, a line for each model, and one of them kept", () => {
  const { html } = written(measured, feed);
  const [curve = "", hazard = ""] = html.match(/<svg class="fit"[\s\S]*?<\/svg>/g) ?? [];
  expect(curve.match(/<circle/g)).toHaveLength(feed.empirical.length);
  expect(curve.match(/<polyline/g)).toHaveLength(feed.curves.length);
  expect(curve.match(/ kept"/g)).toHaveLength(1);
  expect(hazard).toContain("<title>Feed home: hazard</title>");
});

it("plots the points and the kept curve in characters", () => {
  const { text } = written(measured, feed);
  expect(text).toContain("● measured (○ below 50 views at risk), · yuleSimon");
  expect(text).toMatch(/ [│┤].*·/);
});

it("draws nothing of a single rank", () => {
  const { html, text } = written(measured, { ...refusedFeed(), confidence: 0.95 });
  expect([html, text]).toEqual(["", ""]);
});
