import { describe, expect, it } from "vitest";
import { createRandom } from "../../random/index.js";
import { pessimisticRates } from "./pessimism.js";

describe("pessimisticRates", () => {
  it("are the mean and deviation of the Beta posterior", () => {
    const [a, b] = pessimisticRates(
      [
        { item: "a", views: 90, rewards: 45 },
        { item: "b", views: 10, rewards: 5 },
      ],
      { shrink: 10 },
    );
    // Beta(50, 50) and Beta(10, 10): variances 1/404 and 1/84.
    expect(a).toMatchObject({ mean: 0.5, sd: expect.closeTo(Math.sqrt(1 / 404), 12) });
    expect(b).toMatchObject({ mean: 0.5, sd: expect.closeTo(Math.sqrt(1 / 84), 12) });
    expect(a?.lower).toBeCloseTo(0.5 - 1.645 / Math.sqrt(404), 12);
    expect(b?.lower).toBeLessThan(a?.lower ?? 0);
  });

  it("do not choose an item for its luck, as means do", () => {
    const random = createRandom("pessimism");
    const disappointment = { mean: 0, lower: 0 };
    for (let log = 0; log < 40; log++) {
      const rates = Array.from({ length: 50 }, () => 0.1 + 0.1 * random.next());
      const counts = rates.map((rate, i) => {
        const views = i % 2 === 0 ? 10 : 200;
        const rewards = Array.from({ length: views }, () => random.next() < rate);
        return { item: String(i), views, rewards: rewards.filter(Boolean).length };
      });
      const found = pessimisticRates(counts, { shrink: 1, deviations: 3 });
      for (const by of ["mean", "lower"] as const) {
        const best = found.reduce((top, each) => (each[by] > top[by] ? each : top));
        disappointment[by] += best.mean - (rates[Number(best.item)] ?? 0);
      }
    }
    expect(disappointment.mean / 40).toBeGreaterThan(0.1);
    expect(disappointment.lower).toBeLessThan(disappointment.mean / 3);
  });

  it("are refused for counts that are none", () => {
    expect(() => pessimisticRates([{ item: "a", views: 1, rewards: 2 }])).toThrow(
      /count 1 \(item a\) has 2 rewards of 1 views/,
    );
    expect(() => pessimisticRates([], { shrink: 0 })).toThrow(/shrink is 0/);
    expect(pessimisticRates([{ item: "a", views: 0, rewards: 0 }])).toEqual([
      { item: "a", mean: 0, sd: 0, lower: 0 },
    ]);
  });
});
