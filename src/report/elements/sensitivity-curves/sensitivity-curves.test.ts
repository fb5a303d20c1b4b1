import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { fixtureAgreement } from "../../../../test/fixture/fixture-agreement.js";
import { fixtureFigure1 } from "../../../../test/fixture/fixture-experiments.js";
import { written } from "../../../../test/fixture/written.js";
import { sensitivityCurves } from "./sensitivity-curves.js";

it("shows each clip of both estimators, and what unknown settings are", async () => {
  const { text, csv } = written(sensitivityCurves, fixtureAgreement());
  const figures = await drawnFigures(sensitivityCurves, fixtureAgreement());
  expect(csv).toHaveLength(26);
  expect(figures.match(/<svg role="img" aria-label="[^"]+"[^>]* viewBox/g)).toHaveLength(3);
  expect(figures.match(/<path[^>]* stroke="var\(--[a-z]+\)"/g)?.length).toBeGreaterThan(6);
  expect(text).toMatch(/dcg +∞ +1\.00/);
  expect(text).toContain("4 settings; 0 that online results leave open");
});

it("shows what a metric prefers where it is known that nothing differs", async () => {
  const figures = await drawnFigures(sensitivityCurves, fixtureFigure1);
  expect(figures.match(/<svg role="img"/g)).toHaveLength(4);
  expect(figures).toContain("where nothing differs");
});

it("is left out where no setting is known or unknown", () => {
  expect(written(sensitivityCurves, { sensitivity: null }).html).toBe("");
});
