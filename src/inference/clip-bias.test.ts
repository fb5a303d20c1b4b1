import { describe, expect, it } from "vitest";
import { repetitions } from "../../test/fixture/property.js";
import { createRandom } from "../random/index.js";
import { clipBias } from "./clip-bias.js";

describe("clipBias", () => {
  it("is bounded at least as often as it says, and estimated without bias", () => {
    const random = createRandom("clip bias");
    const [n, worlds, limit, delta] = [40, repetitions(500, 5_000), 4, 0.2];
    // Two actions: shown with 1/10 or 9/10, wanted with 1/2 each; both earn 1 with chance 1/2.
    const truth = 0.1 * (5 - limit) * 0.5;
    const found = Array.from({ length: worlds }, () => {
      const weights = Array.from({ length: n }, () => (random.next() < 0.1 ? 5 : 0.5 / 0.9));
      const rewards = weights.map(() => random.integer(2));
      return clipBias({ weights, rewards }, { limit, delta });
    });
    const mean = found.reduce((sum, { value }) => sum + value, 0) / worlds;
    expect(Math.abs(mean - truth)).toBeLessThan(4 * Math.sqrt(0.05 / (n * worlds)));
    expect(found.filter(({ bound }) => bound >= truth).length / worlds).toBeGreaterThan(1 - delta);
  });

  it("refuses rewards beyond [−1, 1], for which it does not hold", () => {
    const logged = { weights: [1, 2], rewards: [1, 3] };
    expect(() => clipBias(logged, { limit: 2 })).toThrow(/\[−1, 1\]/);
    expect(() => clipBias({ weights: [1], rewards: [] }, { limit: 2 })).toThrow(/1 weights, 0/);
  });
});
