import { expect, it } from "vitest";
import { fixtureTable2 } from "../../../../test/fixture/fixture-experiments.js";
import { written } from "../../../../test/fixture/written.js";
import { weekCorrelations } from "./week-correlations.js";

it("draws the spread of each variant in the first world", () => {
  const { text, html } = written(weekCorrelations, fixtureTable2);
  expect(html.match(/<svg/g)).toHaveLength(2);
  expect(text).toMatch(/feed 1, like, Rt +nDCG curve, Q̂ +-0\.34 +-0\.76 +0\.78/);
});
