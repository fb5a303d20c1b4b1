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
