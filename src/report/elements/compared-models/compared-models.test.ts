import { expect, it } from "vitest";
import { drawnFigures } from "../../../../test/fixture/drawn-figures.js";
import { fixtureComparison } from "../../../../test/fixture/fixture-comparison.js";
import { written } from "../../../../test/fixture/written.js";
import { comparedModels } from "./compared-models.js";

it("draws every model and lists them, best by DCG first", async () => {
  const comparison = await fixtureComparison();
  const { text, csv } = written(comparedModels, comparison);
  const figures = await drawnFigures(comparedModels, comparison);
  const marks = figures.slice(figures.indexOf('data-part="dot"'));
  expect(marks.match(/<path/g)).toHaveLength(comparison.models.length);
  expect(text).toContain("P(disagreement)");
  expect(csv).toHaveLength(comparison.models.length);
  const best = comparison.models.toSorted((a, b) => b.dcg - a.dcg)[0]?.name ?? "";
  expect(text.split("\n")[2]).toContain(best);
});

it("has no correlation of models that do not differ", async () => {
  const whole = await fixtureComparison();
  const orders = { ...whole.orders, pearson: null, kendall: null };
  expect(written(comparedModels, { ...whole, orders }).text).toContain("do not differ");
});
