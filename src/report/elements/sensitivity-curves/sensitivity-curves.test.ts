import { expect, it } from "vitest";
import { fixtureAgreement } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import { sensitivityCurves } from "./sensitivity-curves.js";

it("shows each clip of both estimators, and what unknown settings are", () => {
  const { text, html, csv } = written(sensitivityCurves, fixtureAgreement());
  expect(csv).toHaveLength(26);
  expect(html.match(/<polyline/g)).toHaveLength(6);
  expect(text).toMatch(/dcg +∞ +1\.00/);
  expect(text).toContain("4 settings; 0 that online cannot tell");
});

it("is left out where no setting is known or unknown", () => {
  expect(written(sensitivityCurves, { sensitivity: null }).html).toBe("");
});

it("brings the style of its small charts to pages that have no others", () => {
  expect(sensitivityCurves.style).toContain(".scatter{");
});
