import { describe, expect, it } from "vitest";
import { continuationRatio, rewardedAtEnd, stopRatio } from "./stopping.js";

/**
 * Expected counts of lists of 3 and of 6 items, half each: every row carries the reward with chance ρ, and
 * a session goes on with .8, after the reward with .8 · keeps.
 */
function expectedCounts(keeps: number) {
  const [lengths, ranks, rho, goesOn] = [[3, 6], 6, 0.3, 0.8];
  const trajectories = new Float64Array(ranks);
  const atEnd = new Float64Array(ranks);
  const rewards = new Float64Array(ranks * ranks);
  const mean = goesOn * (1 - rho * (1 - keeps));
  for (const length of lengths) {
    for (let depth = 1; depth <= length; depth++) {
      const reached = 1000 * mean ** (depth - 1);
      const isEnd = depth === length;
      const ends = reached * (isEnd ? 1 : 1 - mean);
      trajectories[depth - 1] = (trajectories[depth - 1] ?? 0) + ends;
      if (isEnd) atEnd[depth - 1] = (atEnd[depth - 1] ?? 0) + ends;
      for (let rank = 1; rank <= depth; rank++) {
        const above = (ends * rho * goesOn * keeps) / mean;
        const last = reached * rho * (isEnd ? 1 : 1 - goesOn * keeps);
        const cell = (depth - 1) * ranks + rank - 1;
        rewards[cell] = (rewards[cell] ?? 0) + (rank < depth ? above : last);
      }
    }
  }
  return { depths: { trajectories, atEnd }, rewards: { depths: ranks, rewards }, rho };
}

it("finds no stopping in lists of unequal lengths where a reward does not end sessions", () => {
  const { depths, rewards } = expectedCounts(1);
  expect(stopRatio(depths, rewards)).toBeCloseTo(0, 12);
});

it("finds a reward that always ends the session, and one that never does", () => {
  const always = expectedCounts(0);
  const [ends, never] = [expectedCounts(0), expectedCounts(1 / 0.8)].map((counts) =>
    stopRatio(counts.depths, counts.rewards),
  );
  expect(ends).toBeGreaterThan(5);
  expect(ends).toBeLessThan(20);
  expect(never).toBeLessThan(-5);
  expect(never).toBeGreaterThan(-20);
  const few = always.rewards.rewards.map((count) => count / 1000);
  expect(stopRatio(always.depths, { ...always.rewards, rewards: few })).toBe(Infinity);
});

it("takes rewards on last rows alone for chance where few rows stand above", () => {
  const trajectories = Float64Array.of(900, 60, 40);
  const rewards = Float64Array.of(12, 0, 0, 0, 0, 0, 0, 0, 0);
  const depths = { trajectories, atEnd: new Float64Array(3) };
  expect(stopRatio(depths, { depths: 3, rewards })).toBe(Infinity);
});

it("finds what last rows carry where a reward ends sessions, and not at the ends of lists", () => {
  const { depths, rewards, rho } = expectedCounts(0.2);
  const mean = 0.8 * (1 - rho * 0.8);
  const onLastRows = (rho * (1 - 0.16)) / (1 - mean);
  const above = (rho * 0.16) / mean;
  expect(stopRatio(depths, rewards)).toBeCloseTo(Math.log(onLastRows / above), 12);
  const ended = depths.atEnd[2] ?? 0;
  expect(rewardedAtEnd(depths, rewards, 3)).toBeCloseTo(ended * rho, 9);
});

describe("the ratio of going on after a rewarded to after an unrewarded row", () => {
  it("is finite where no session goes on after an unrewarded row", () => {
    const goOn = [Float64Array.of(0, 0), Float64Array.of(50, 20)] as const;
    const atRisk = [Float64Array.of(50, 30), Float64Array.of(50, 20)] as const;
    const kappa = continuationRatio({ atRisk, goOn });
    expect(kappa).toBeGreaterThan(50);
    expect(kappa).toBeLessThan(1000);
  });

  it("is 1 where no rank has rows of both kinds to compare", () => {
    const goOn = [Float64Array.of(10, 0), Float64Array.of(0, 5)] as const;
    const atRisk = [Float64Array.of(20, 0), Float64Array.of(0, 9)] as const;
    expect(continuationRatio({ atRisk, goOn })).toBe(1);
  });
});
