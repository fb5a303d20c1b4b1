import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { fixtureAgreement } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import { agreementScatter } from "./agreement-scatter.js";

it("draws a point with both errors for every pair, and lists them", async () => {
  const { html, csv } = written(agreementScatter, fixtureAgreement());
  const figures = await drawnFigures(agreementScatter, fixtureAgreement());
  expect(figures.match(/<circle/g)).toHaveLength(3);
  // Two lines of errors a point, and one at 0 on each axis.
  expect(figures.match(/<line/g)).toHaveLength(8);
  expect(html).toContain("second");
  expect(csv.map(({ day }) => day)).toContain("2026-11-04");
});

it("draws days where too few policies ran", async () => {
  const whole = fixtureAgreement();
  const lines = whole.lines.filter(({ over }) => over === "days");
  const figures = await drawnFigures(agreementScatter, { ...whole, lines });
  expect(figures.match(/<circle/g)).toHaveLength(4);
});
