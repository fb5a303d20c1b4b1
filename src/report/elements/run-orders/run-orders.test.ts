import { expect, it } from "vitest";
import { fixtureRanking } from "../../../../test/fixture/fixture-ranking.js";
import { written } from "../../../../test/fixture/written.js";
import { runOrders } from "./run-orders.js";

it("names the pair that the two measures order oppositely, and the user who causes it", () => {
  const { text } = written(runOrders, fixtureRanking());
  expect(text).toContain("P(disagreement) 100.00 %");
  expect(text).toMatch(/candidate +production +\+0\.\d+ +-0\.\d+ +few/);
});

it("counts the inversions that it does not list", () => {
  const result = fixtureRanking();
  const [first] = result.orders?.inversions ?? [];
  if (result.orders === null || first === undefined) throw new Error("no inversion");
  const orders = { ...result.orders, inversions: new Array(12).fill(first) };
  expect(written(runOrders, { ...result, orders }).text).toContain("10 of 12");
});

it("has neither a rank nor a P(disagreement) where the runs have no nDCG", () => {
  const result = fixtureRanking();
  if (result.orders === null) throw new Error("no orders");
  const runs = result.orders.runs.map((row) => ({ ...row, ndcg: Number.NaN, rankByNdcg: null }));
  const disagreement = { ...result.orders.disagreement, probability: null, inverted: null };
  const orders = { ...result.orders, runs, disagreement, inversions: [] };
  const { text } = written(runOrders, { ...result, orders });
  expect(text).toContain("No two runs have a value by both measures");
  expect(text).toMatch(/candidate +\d\.\d+ +1 +– +– /);
});

it("says that users who do not count in every run are left out", () => {
  const result = fixtureRanking();
  if (result.orders === null) throw new Error("no orders");
  const { text } = written(runOrders, { ...result, orders: { ...result.orders, skipped: 1 } });
  const oneLine = text.replace(/\s+/g, " ");
  expect(oneLine).toContain("1 user who counts in some runs only is left out.");
  expect(written(runOrders, result).text).not.toContain("left out");
});
