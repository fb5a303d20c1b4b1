import { expect, it } from "vitest";
import { curveOfLevels, preferenceByDepth } from "./preference.js";

/** Expected counts of sessions of depths 1–4 with levels 2, 2, 2 and 6 at items of .1 and .05; `last`: what a last row carries times that. */
function countsOf(last: number) {
  const ranks = 4;
  const trajectories = [400, 300, 200, 100];
  const [levels, items] = [
    [2, 2, 2, 6],
    [0.1, 0.05, 0.1, 0.05],
  ];
  const rewards = new Float64Array(ranks * ranks);
  for (let depth = 1; depth <= ranks; depth++) {
    for (let rank = 1; rank <= depth; rank++) {
      const mean = (levels[depth - 1] ?? 0) * (items[rank - 1] ?? 0);
      const cell = (depth - 1) * ranks + rank - 1;
      rewards[cell] = (trajectories[depth - 1] ?? 0) * mean * (rank === depth ? last : 1);
    }
  }
  return {
    depths: { trajectories, atEnd: [0, 0, 0, 100] },
    rewards: { depths: ranks, rewards },
  };
}

const ratios = (levels: Float64Array): readonly number[] =>
  Array.from(levels, (level) => level / (levels[1] ?? 1));

it("finds the levels of taste by depth", () => {
  const { depths, rewards } = countsOf(1);
  const found = ratios(preferenceByDepth(depths, rewards).levels);
  for (const [at, wanted] of [1, 1, 1, 3].entries()) expect(found[at]).toBeCloseTo(wanted, 6);
});

it("finds them from the rows above the last ones, where last rows carry more", () => {
  const { depths, rewards } = countsOf(5);
  const spoiled = ratios(preferenceByDepth(depths, rewards).levels);
  expect(Math.abs((spoiled[3] ?? 0) - 3)).toBeGreaterThan(0.5);
  const found = ratios(preferenceByDepth(depths, rewards, false).levels);
  for (const [at, wanted] of [1, 1, 1, 3].entries()) expect(found[at]).toBeCloseTo(wanted, 6);
});

it("passes over a rank that no row has", () => {
  const counts = {
    trajectories: Float64Array.of(200, 0, 160, 128, 512),
    atEnd: Float64Array.of(0, 0, 0, 0, 512),
    above: Float64Array.of(1, 0, 1, 1, 1),
  };
  const levels = [1, 1, 1, 1, 1];
  const curve = [...curveOfLevels(counts, levels)];
  for (const [at, p] of [1, 0.8, 0.8, 0.64, 0.512].entries()) expect(curve[at]).toBeCloseTo(p, 12);
});
