import { expect, it } from "vitest";
import { preferenceByDepth, preferenceSlope } from "./preference.js";
import { stopRatio, stopVariance } from "./stopping.js";

const p = [1, 0.7, 0.5, 0.4, 0.3];

/** Expected counts where each rank is viewed by itself with chance p_r, and a view earns .2 at every rank. */
function whereItemsAreSkipped() {
  const ranks = p.length;
  const trajectories = p.map((each, at) =>
    p.slice(at + 1).reduce((left, other) => left * (1 - other), 1000 * each),
  );
  const rewards = new Float64Array(ranks * ranks);
  for (const [depth, count] of trajectories.entries()) {
    for (let rank = 0; rank <= depth; rank++) {
      rewards[depth * ranks + rank] = 0.2 * count * (rank < depth ? (p[rank] ?? 0) : 1);
    }
  }
  const plain = { trajectories, atEnd: p.map(() => 0) };
  return { plain, skipped: { ...plain, above: p }, rewards: { depths: ranks, rewards } };
}

it("takes skipped items neither for stopping nor for taste", () => {
  const { plain, skipped, rewards } = whereItemsAreSkipped();
  expect(stopRatio(plain, rewards)).toBeGreaterThan(0.3);
  expect(stopRatio(skipped, rewards)).toBeCloseTo(0, 12);
  expect(preferenceSlope(plain, rewards, true)).toBeLessThan(-0.1);
  expect(preferenceSlope(skipped, rewards, true)).toBeCloseTo(0, 12);
  expect(stopVariance(skipped, rewards)).toBeGreaterThan(0);
});

it("weights the rows that are there: equal levels give the view rates back", () => {
  const { skipped, rewards } = whereItemsAreSkipped();
  const { curve, levels } = preferenceByDepth(skipped, rewards);
  expect([...levels].map((level) => level / (levels[0] ?? 1))).toEqual(
    p.map(() => expect.closeTo(1, 9)),
  );
  expect([...curve]).toEqual(p.map((each) => expect.closeTo(each, 9)));
});
