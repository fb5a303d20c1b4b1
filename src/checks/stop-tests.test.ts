import { expect, it } from "vitest";
import { mantelHaenszel, type StopCounts, stopHazard } from "./stop-tests.js";

const rank = (
  rewarded: readonly [number, number],
  unrewarded: readonly [number, number],
): StopCounts => ({
  stopsRewarded: rewarded[0],
  goesOnRewarded: rewarded[1],
  stopsUnrewarded: unrewarded[0],
  goesOnUnrewarded: unrewarded[1],
});

it("finds nothing where stops have nothing to do with rewards, however ranks differ", () => {
  const ranks = [rank([10, 90], [50, 450]), rank([20, 20], [5, 5]), rank([0, 0], [7, 0])];
  const { oddsRatio, chi2, p } = mantelHaenszel(ranks);
  expect([oddsRatio, chi2, p]).toEqual([
    expect.closeTo(1, 12),
    expect.closeTo(0, 12),
    expect.closeTo(1, 6),
  ]);
  expect(stopHazard(ranks)?.slope).toBeCloseTo(0, 9);
  expect(stopHazard(ranks)?.levels).toHaveLength(2);
});

it("finds an odds ratio that all ranks share, exactly", () => {
  const ranks = [rank([60, 30], [40, 60]), rank([30, 10], [20, 20])];
  expect(mantelHaenszel(ranks).oddsRatio).toBeCloseTo(3, 12);
  const found = stopHazard(ranks);
  expect(found?.slope).toBeCloseTo(Math.log(3), 9);
  expect(found?.levels[0]).toBeCloseTo(Math.log(40 / 60), 9);
  expect(found?.p).toBeLessThan(0.001);
});

it("has no slope where every reward ends the session, or no row carries one", () => {
  expect(stopHazard([rank([10, 0], [5, 20])])).toBeUndefined();
  expect(stopHazard([rank([0, 0], [5, 20])])).toBeUndefined();
  expect(mantelHaenszel([rank([0, 0], [5, 20])])).toMatchObject({ chi2: null, p: null });
});
