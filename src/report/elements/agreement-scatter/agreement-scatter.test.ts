import { expect, it } from "vitest";
import { fixtureAgreement } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import { agreementScatter } from "./agreement-scatter.js";

it("draws a point with both errors for every pair, and lists them", () => {
  const { html, csv } = written(agreementScatter, fixtureAgreement());
  expect(html.match(/<circle/g)).toHaveLength(3);
  expect(html).toContain("second");
  expect(csv.map(({ day }) => day)).toContain("2026-11-04");
});

it("draws days where too few policies ran", () => {
  const whole = fixtureAgreement();
  const lines = whole.lines.filter(({ over }) => over === "days");
  expect(written(agreementScatter, { ...whole, lines }).html.match(/<circle/g)).toHaveLength(4);
});
