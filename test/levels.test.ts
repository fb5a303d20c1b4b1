import { describe, expect, it } from "vitest";
import { bandOf, grid, levelsOf } from "../bench/levels/levels.js";
import { createRandom } from "../src/random/create-random.js";

const random = createRandom("levels of intervals");
const uniform = (count: number): readonly number[] =>
  Array.from({ length: count }, () => random.next());

describe("coverage at all levels", () => {
  it("leaves the band in one of twenty studies of exact intervals", () => {
    const studies = Array.from({ length: 1000 }, () => levelsOf(uniform(200)).leaves);
    const share = studies.filter(Boolean).length / studies.length;
    // Four binomial standard errors of .05; counts are whole, so that the band is a little wide.
    expect(share).toBeLessThan(0.078);
    expect(share).toBeGreaterThan(0.015);
  });

  it("leaves it where errors are a fifth too small, and says where", () => {
    const tooSmall = uniform(4000).map((each) => Math.min(1, 1.2 * each));
    const { coverage, deviation, at, leaves } = levelsOf(tooSmall);
    expect(leaves).toBe(true);
    expect(deviation).toBeLessThan(-0.12);
    expect(at).toBeGreaterThan(0.9);
    expect(coverage).toHaveLength(grid.length);
  });

  it("counts an interval at its own level, and has bands around it", () => {
    const ends = grid.map((level) => level);
    expect(levelsOf(ends).coverage.map((share) => Math.round(share * 99))).toEqual(
      grid.map((_, k) => k + 1),
    );
    const { low, high } = bandOf(400);
    for (const [k, level] of grid.entries()) {
      expect(low[k]).toBeLessThan(level);
      expect(high[k]).toBeGreaterThan(level);
    }
    // Wider than 1.96 standard errors, as a band for all levels must be.
    expect((high[49] ?? 0) - 0.5).toBeGreaterThan(0.049);
  });
});
