import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { fixtureTable2 } from "../../../../test/fixture/fixture-experiments.js";
import { written } from "../../../../test/fixture/written.js";
import { weekCorrelations } from "./week-correlations.js";

it("draws the spread of each variant in the first world", async () => {
  const { text } = written(weekCorrelations, fixtureTable2);
  const figures = await drawnFigures(weekCorrelations, fixtureTable2);
  expect(figures.match(/<svg/g)).toHaveLength(1);
  expect(figures.match(/<circle/g)).toHaveLength(2);
  expect(text).toMatch(/feed 1, like, Rt +nDCG curve, Q̂ +-0\.34 +-0\.76 +0\.78/);
});
