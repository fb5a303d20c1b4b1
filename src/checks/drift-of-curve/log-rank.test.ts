import { expect, it } from "vitest";
import { logRank } from "./log-rank.js";

const counts = (trajectories: readonly number[], atEnd = trajectories.map(() => 0)) => ({
  trajectories,
  atEnd,
});

it("tells samples of other depths apart, and not a sample from its double", () => {
  const shallow = counts([50, 30, 20]);
  expect(logRank(shallow, counts([100, 60, 40])).chi2).toBeCloseTo(0, 12);
  const found = logRank(shallow, counts([20, 30, 50]));
  expect(found.observed).toBeGreaterThan(found.expected);
  expect(found.p).toBeLessThan(0.001);
});

it("takes the end of a list for no stop", () => {
  const short = counts([50, 50], [0, 50]);
  expect(logRank(short, counts([50, 25, 25], [0, 0, 25])).observed).toBe(50);
  expect(logRank(short, counts([500, 500], [0, 500])).chi2).toBeCloseTo(0, 12);
});

it("says nothing where nobody could have stopped", () => {
  const ended = counts([0, 40], [0, 40]);
  expect(logRank(ended, ended)).toMatchObject({ variance: 0, chi2: null, p: null });
});
