import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { bestExposure, costOf, mixtureOfRankings } from "./ranking-design.js";
import { augmentedLogging, varianceOf } from "./water-filling.js";

const random = createRandom("designs");
const curve = (n: number): readonly number[] =>
  Array.from({ length: n }, (_, r) => 1 / Math.log2(r + 2));
const worlds = Array.from({ length: 25 }, () => {
  const n = 2 + random.integer(7);
  return { s: Array.from({ length: n }, () => 0.02 + random.next() ** 2), p: curve(n) };
});

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => b - a);

it.each(worlds)("is majorised by the curve, and no ranking lowers it", ({ s, p }) => {
  const { exposure, objective } = bestExposure(s, p);
  let [held, allowed] = [0, 0];
  sorted(exposure).forEach((each, r) => {
    held += each;
    allowed += p[r] ?? 0;
    expect(held).toBeLessThanOrEqual(allowed + 1e-9);
  });
  expect(held).toBeCloseTo(allowed, 9);
  // The gradient's best ranking gains nothing: the condition of Frank and Wolfe.
  const gradient = s.map((each, a) => (each / (exposure[a] ?? 1)) ** 2);
  const best = sorted(gradient).reduce((sum, each, r) => sum + each * (p[r] ?? 0), 0);
  const own = gradient.reduce((sum, each, a) => sum + each * (exposure[a] ?? 0), 0);
  expect(best - own).toBeLessThan(1e-9 * best);
  expect(objective).toBeLessThanOrEqual(varianceOf(s, p) + 1e-12);
});

describe("a mixture of rankings", () => {
  it.each(worlds)("comes near the best exposures, with shares that add to 1", ({ s, p }) => {
    const { mixture, exposure, objective } = mixtureOfRankings(s, p, 200);
    const shares = mixture.map(({ share }) => share);
    expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    const shown = s.map((_, item) =>
      mixture.reduce((sum, each) => sum + each.share * (p[each.ranking.indexOf(item)] ?? 0), 0),
    );
    shown.forEach((each, item) => {
      expect(each).toBeCloseTo(exposure[item] ?? 0, 9);
    });
    expect(objective / bestExposure(s, p).objective).toBeLessThan(1.01);
  });
});

it("costs what production would have earned more", () => {
  expect(costOf([0.5, 0.1], [1, 0.5], [0.75, 0.75])).toBeCloseTo(0.1, 12);
});

it("fills up to one level, and logs nothing again that is there often enough", () => {
  for (let world = 0; world < 50; world++) {
    const n = 2 + random.integer(6);
    const draw = (): readonly number[] => {
      const raw = Array.from({ length: n }, () => 0.01 + random.next());
      const total = raw.reduce((a, b) => a + b, 0);
      return raw.map((each) => each / total);
    };
    const given = { existing: draw(), target: draw(), secondMoment: draw(), share: random.next() };
    const { mixture, augmentation, level, objective, undesigned } = augmentedLogging(given);
    expect(mixture.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    expect(Math.min(...augmentation)).toBeGreaterThanOrEqual(-1e-12);
    expect(objective).toBeLessThanOrEqual(undesigned + 1e-12);
    mixture.forEach((each, a) => {
      const s = (given.target[a] ?? 0) * Math.sqrt(given.secondMoment[a] ?? 0);
      expect(each).toBeGreaterThanOrEqual(level * s - 1e-12);
    });
  }
});
