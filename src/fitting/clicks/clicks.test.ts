import { describe, expect, it } from "vitest";
import { isReason } from "../../errors.js";
import { createRandom } from "../../random/create-random.js";
import {
  type ClickCount,
  type ClickModel,
  clickStep,
  fitClicks,
  logLikelihoodOf,
} from "./fit-clicks.js";
import { harvestInterventions } from "./harvest.js";
import { clickPerplexity } from "./perplexity.js";
import {
  affineOf,
  clickChance,
  relevanceOf,
  type TrustModel,
  trustedLabel,
  trustStep,
} from "./trust-bias.js";
import { cascadeViews, dependentViews, satisfiedViews } from "./user-models.js";

const views = [1, 0.6, 0.35, 0.2];

/** Counts of items at all ranks whose rates of clicks are exactly views × attraction. */
const exact = (attraction: readonly number[]): readonly ClickCount[] =>
  attraction.flatMap((gamma, i) =>
    views.map((p, at) => ({
      item: `item ${i}`,
      rank: at + 1,
      impressions: 100 * (1 + ((i + at) % 3)),
      clicks: 100 * (1 + ((i + at) % 3)) * p * gamma,
    })),
  );

function answered<T extends object>(found: T): Exclude<T, { readonly code: unknown }> {
  if (isReason(found)) throw new Error(found.message);
  return found as Exclude<T, { readonly code: unknown }>;
}

describe("fitClicks", () => {
  it("finds the views relative to the first rank, wherever it starts", () => {
    const counts = exact([0.5, 0.3, 0.7]);
    for (const p of [0.2, 0.9]) {
      const start = {
        views: new Map(views.map((_, at) => [at + 1, p])),
        attraction: new Map(counts.map(({ item }) => [item, 1 - p])),
      };
      const { relative } = answered(fitClicks(counts, { start }));
      views.forEach((view, at) => {
        expect(relative[at]?.p).toBeCloseTo(view, 6);
      });
    }
  });

  it("says where it stopped before it converged", () => {
    const rare = exact([5e-3, 3e-3, 7e-3]);
    expect(answered(fitClicks(rare, { maxSteps: 1 })).converged).toBe(false);
    expect(answered(fitClicks(exact([0.5, 0.3, 0.7]))).converged).toBe(true);
    expect(answered(harvestInterventions(exact([0.5, 0.3, 0.7]))).converged).toBe(true);
  });

  it("takes few steps however rare clicks are, and where few impressions link ranks", () => {
    for (const rarity of [1, 1e-4, 1e-7]) {
      const rare = exact([0.5, 0.3, 0.7]).map((count) => ({
        ...count,
        clicks: count.clicks * rarity,
      }));
      const { relative, steps, converged } = answered(fitClicks(rare, { tolerance: 1e-12 }));
      expect([converged, steps < 30]).toEqual([true, true]);
      views.forEach((view, at) => {
        expect(relative[at]?.p).toBeCloseTo(view, 9);
      });
    }
    const count = (item: string, rank: number, impressions: number, clicks: number) => ({
      ...{ item, rank },
      ...{ impressions, clicks },
    });
    const link = [count("c", 1, 10, 0.001), count("c", 2, 10, 0.002)];
    const weak = [count("a", 1, 1e6, 400), count("b", 2, 1e6, 200), ...link];
    const { relative, steps } = answered(fitClicks(weak));
    expect(steps).toBeLessThan(500);
    expect(relative[1]?.p).toBeCloseTo(2, 5);
  });

  it("does not take the small steps of weakly linked ranks for an answer", () => {
    const count = (item: string, rank: number, impressions: number, clicks: number) => ({
      ...{ item, rank },
      ...{ impressions, clicks },
    });
    const link = [count("c", 1, 100, 5), count("c", 2, 100, 10)];
    const weak = [count("a", 1, 1e8, 4e6), count("b", 2, 1e8, 2e6), ...link];
    const { relative, converged } = answered(fitClicks(weak, { tolerance: 1e-5 }));
    expect(relative[1]?.p).toBeCloseTo(2, 3);
    expect(converged).toBe(true);
    expect(answered(fitClicks(weak, { maxSteps: 2 })).converged).toBe(false);
  });

  it("stops where expectation–maximisation stands still, also at chances of 1", () => {
    const random = createRandom("fixed points");
    for (let log = 0; log < 5; log++) {
      const counts = Array.from({ length: 6 }, (_, i) =>
        views.map((_view, at) => {
          const impressions = 1 + random.integer(30);
          const clicks = 1 + random.integer(impressions);
          return { item: `item ${i}`, rank: at + 1, impressions, clicks };
        }),
      ).flat();
      const found = answered(fitClicks(counts, { tolerance: 1e-12 }));
      let model: ClickModel = found;
      for (let step = 0; step < 300; step++) model = clickStep(counts, model);
      for (const [rank, view] of model.views) {
        expect(view).toBeCloseTo(found.views.get(rank) ?? 0, 9);
      }
      expect(logLikelihoodOf(counts, model) - found.logLikelihood).toBeLessThan(1e-9);
    }
  });

  it("never lowers the likelihood", () => {
    const random = createRandom("clicks");
    const counts = exact([0.5, 0.3, 0.7]).map((count) => ({
      ...count,
      clicks: random.integer(count.impressions + 1),
    }));
    let model = {
      views: new Map(views.map((_, at) => [at + 1, 0.1 + random.next() / 2])) as ReadonlyMap<
        number,
        number
      >,
      attraction: new Map(counts.map(({ item }) => [item, 0.1 + random.next() / 2])) as ReadonlyMap<
        string,
        number
      >,
    };
    for (let step = 0; step < 30; step++) {
      const next = clickStep(counts, model);
      expect(logLikelihoodOf(counts, next)).toBeGreaterThanOrEqual(
        logLikelihoodOf(counts, model) - 1e-9,
      );
      model = next;
    }
  });

  it("gives a reason where no item links ranks, and refuses counts that are none", () => {
    const apart = fitClicks([
      { item: "a", rank: 1, impressions: 10, clicks: 5 },
      { item: "b", rank: 2, impressions: 10, clicks: 5 },
    ]);
    expect(apart).toMatchObject({ code: "ranksNotLinked", facts: { apart: [2] } });
    expect(() => fitClicks([{ item: "a", rank: 1, impressions: 1, clicks: 2 }])).toThrow(
      /item a.*2 clicks of 1/,
    );
  });
});

describe("harvestInterventions", () => {
  it("finds views exactly by all three estimates where rates are exact, whatever shows more often", () => {
    const { pivot, chain, allPairs } = answered(harvestInterventions(exact([0.5, 0.3, 0.7])));
    for (const found of [pivot, chain, allPairs]) {
      expect(found.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
      found.forEach(({ p }, at) => {
        expect(p).toBeCloseTo(views[at] ?? 0, 6);
      });
    }
  });

  it("is not misled by a ranker that shows better items higher, as rates by rank are", () => {
    const counts = exact([0.9, 0.2]).map((count) => {
      const often = (count.item === "item 0") === count.rank <= 2;
      const times = often ? 10 : 1;
      return { ...count, impressions: times * count.impressions, clicks: times * count.clicks };
    });
    const rate = (rank: number): number => {
      const at = counts.filter((count) => count.rank === rank);
      const total = (of: "clicks" | "impressions"): number =>
        at.reduce((sum, count) => sum + count[of], 0);
      return total("clicks") / total("impressions");
    };
    expect(rate(4) / rate(1)).toBeLessThan(0.1);
    expect(answered(harvestInterventions(counts)).allPairs[3]?.p).toBeCloseTo(0.2, 6);
  });

  it("adds up the rows of an item and rank, and leaves out what was never shown", () => {
    const count = (item: string, rank: number, impressions: number, clicks: number) => ({
      item,
      rank,
      impressions,
      clicks,
    });
    const below = [count("a", 2, 50, 10), count("b", 2, 40, 8), count("b", 1, 10, 4)];
    const split = [count("a", 1, 100, 50), count("a", 1, 1, 1), ...below, count("c", 1, 0, 0)];
    const found = harvestInterventions([...split, count("c", 2, 10, 1), count("d", 3, 0, 0)]);
    const whole = [count("a", 1, 101, 51), ...below, count("c", 2, 10, 1)];
    expect(found).toEqual(harvestInterventions(whole));
    expect(answered(found).pivot).toEqual([
      { rank: 1, p: 1 },
      { rank: 2, p: expect.closeTo(0.4 / (51 / 101 + 0.4), 12) },
    ]);
    expect(() => harvestInterventions([count("a", 1, 10, 50), ...below])).toThrow(
      "Count 1 (item a)",
    );
  });

  it("gives a reason where no item moved", () => {
    const still = [
      { item: "a", rank: 1, impressions: 10, clicks: 5 },
      { item: "b", rank: 2, impressions: 10, clicks: 5 },
    ];
    expect(harvestInterventions(still)).toMatchObject({ code: "ranksNotLinked" });
  });
});

describe("clickPerplexity", () => {
  it("is 2 for a fair coin and 1 for certainty, and refuses rows of other lengths", () => {
    const clicks = [
      [1, 0],
      [0, 1],
    ];
    const coin = clickPerplexity(
      clicks.map((row) => row.map(() => 0.5)),
      clicks,
    );
    expect(coin.perRank).toEqual([expect.closeTo(2, 12), expect.closeTo(2, 12)]);
    expect(clickPerplexity(clicks, clicks).mean).toBe(1);
    expect(() => clickPerplexity([[0.5]], clicks)).toThrow(/chance in \[0, 1\]/);
  });
});

describe("trust bias", () => {
  const rank = { theta: 0.6, plus: 0.95, minus: 0.3 };

  it("is taken away by the affine correction alone", () => {
    for (const gamma of [0, 0.35, 1]) {
      const { affine, plain } = relevanceOf(rank, clickChance(affineOf(rank), gamma));
      expect(affine).toBeCloseTo(gamma, 12);
      expect(Math.abs(plain - gamma)).toBeGreaterThan(0.04);
    }
    expect(() => affineOf({ ...rank, minus: 0.95 })).toThrow(/minus < plus/);
  });

  it("gives labels that are right if α and β are, or if the prediction is", () => {
    const affine = affineOf(rank);
    const clickRate = clickChance(affine, 0.35);
    expect(trustedLabel({ clickRate, affine, prediction: 0.9 })).toBeCloseTo(0.35, 12);
    expect(trustedLabel({ clickRate, affine, prediction: 0.35, least: 0.8 })).toBeCloseTo(0.35, 12);
    const clipped = trustedLabel({ clickRate, affine, prediction: 0.9, least: 0.8 });
    expect(clipped).toBeGreaterThan(0.5);
  });

  it("is fitted by steps that never lower the likelihood and keep what is known", () => {
    const counts = [0.8, 0.4, 0.1].flatMap((gamma, i) =>
      [rank, { theta: 0.3, plus: 0.9, minus: 0.1 }].map((each, at) => ({
        item: `item ${i}`,
        rank: at + 1,
        impressions: 100,
        clicks: 100 * clickChance(affineOf(each), gamma),
      })),
    );
    const known = new Map([["item 0", 0.8]]);
    let model: TrustModel = {
      zetaPlus: new Map([
        [1, 0.5],
        [2, 0.4],
      ]),
      zetaMinus: new Map([
        [1, 0.1],
        [2, 0.2],
      ]),
      gamma: new Map([
        ["item 0", 0.8],
        ["item 1", 0.5],
        ["item 2", 0.5],
      ]),
    };
    const likelihood = ({ zetaPlus, zetaMinus, gamma }: TrustModel): number =>
      counts.reduce((sum, { item, rank: at, clicks, impressions }) => {
        const [up, down, g] = [zetaPlus.get(at) ?? 0, zetaMinus.get(at) ?? 0, gamma.get(item) ?? 0];
        const p = up * g + down * (1 - g);
        return sum + clicks * Math.log(p) + (impressions - clicks) * Math.log(1 - p);
      }, 0);
    for (let step = 0; step < 50; step++) {
      const next = trustStep(counts, model, known);
      expect(likelihood(next)).toBeGreaterThanOrEqual(likelihood(model) - 1e-9);
      expect(next.gamma.get("item 0")).toBe(0.8);
      model = next;
    }
  });
});

describe("views of users who scan", () => {
  it("are those of a cascade where every click ends it", () => {
    const attraction = [0.4, 0.2, 0.5];
    const all = [1, 1, 1];
    expect(satisfiedViews(attraction, all, 1).views).toEqual(cascadeViews(attraction));
    expect(dependentViews(attraction, [0, 0, 0])).toEqual(cascadeViews(attraction));
    expect(dependentViews(attraction, all)).toEqual(all);
  });
});
