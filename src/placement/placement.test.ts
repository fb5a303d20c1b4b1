import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { mixedPlacement } from "./candidate-sets.js";
import { exposureOf } from "./exposures.js";
import { gumbelTopK } from "./gumbel-top-k.js";
import { listWeights, type WeighedList } from "./list-weights.js";
import { plackettLuce, plackettLucePropensities } from "./plackett-luce.js";
import { sampledExposure } from "./sampled-exposure.js";

/** All orders of some items. */
const orders = (items: readonly number[]): readonly (readonly number[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) =>
        orders(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
      );

const product = (values: readonly number[]): number => values.reduce((a, b) => a * b, 1);
const weights = [4, 2.5, 1, 0.5];

describe("a Plackett–Luce ranker", () => {
  it("has the placements that all orders add up to", () => {
    const expected = weights.map(() => weights.map(() => 0));
    for (const order of orders([0, 1, 2, 3])) {
      const chance = product(plackettLucePropensities(weights, order));
      order.forEach((item, rank) => {
        const row = expected[item] ?? [];
        row[rank] = (row[rank] ?? 0) + chance;
      });
    }
    plackettLuce(weights).forEach((row, item) => {
      row.forEach((share, rank) => {
        expect(share).toBeCloseTo(expected[item]?.[rank] ?? Number.NaN, 14);
      });
    });
  });

  it("fills every slot, so that exposures add up to the curve", () => {
    const curve = [1, 0.6, 0.3];
    const placement = plackettLuce(weights, 3);
    const total = placement.reduce((sum, row) => sum + exposureOf(row, curve), 0);
    expect(total).toBeCloseTo(1.9, 13);
    expect(exposureOf([0.5, 0.5, 0.5, 0.5], curve)).toBeCloseTo(0.95, 14);
  });

  it("is drawn by Gumbel noise", () => {
    const random = createRandom("gumbel top k");
    const scores = weights.map(Math.log);
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 4000; i++) {
      const [first = 0] = gumbelTopK(scores, () => random.gumbel(), 1).order;
      counts[first] = (counts[first] ?? 0) + 1;
    }
    counts.forEach((count, item) => {
      const share = (weights[item] ?? 0) / 8;
      expect(Math.abs(count / 4000 - share)).toBeLessThan(
        4 * Math.sqrt((share * (1 - share)) / 4000),
      );
    });
  });

  it.each([
    [() => plackettLuce(Array.from({ length: 19 }, () => 1)), /\[1, 18\], but was 19/],
    [() => plackettLuce([1, 0]), /\(0, ∞\), but was 0/],
    [() => plackettLucePropensities([1, 1], [0, 0]), /items that are left, but was 0/],
    [() => mixedPlacement([{ chance: 0.5, placement: { a: [1] } }]), /\[1, 1\], but was 0.5/],
    [() => sampledExposure([]), /at least one ranking/],
    [() => listWeights([{ items: ["a"], logging: 0.5, target: 1 }]), /logging probabilities/],
  ])("refuses what it is not made for: %s", (call, message) => {
    expect(call).toThrow(message);
  });
});

describe("pseudo-inverse weights", () => {
  const reward = (items: WeighedList["items"]): number =>
    items.reduce<number>((sum, item, slot) => sum + Math.sin(3 * Number(item) + 5 * slot), 2);

  /** E_0[weight · reward] and E_π[reward]. */
  const sides = (lists: readonly WeighedList[], of = reward): readonly [number, number] => {
    const found = listWeights(lists);
    return [
      lists.reduce((sum, { items, logging }, i) => sum + logging * (found[i] ?? 0) * of(items), 0),
      lists.reduce((sum, { items, target }) => sum + target * of(items), 0),
    ];
  };

  it("are 1 + Σ (π/π_0 − 1) where slots are filled by themselves", () => {
    const [p0, p] = [
      [0.2, 0.3, 0.5],
      [0.6, 0.3, 0.1],
    ];
    const lists = [0, 1, 2].flatMap((a) =>
      [0, 1, 2].map(
        (b): WeighedList => ({
          items: [a, b],
          logging: (p0?.[a] ?? 0) * (p0?.[2 - b] ?? 0),
          target: (p?.[a] ?? 0) * (p?.[b] ?? 0),
        }),
      ),
    );
    const found = listWeights(lists);
    lists.forEach(({ items: [a = 0, b = 0] }, i) => {
      const ratios = [
        (p?.[Number(a)] ?? 0) / (p0?.[Number(a)] ?? 0),
        (p?.[Number(b)] ?? 0) / (p0?.[2 - Number(b)] ?? 0),
      ];
      expect(found[i]).toBeCloseTo(
        ratios.reduce((sum, each) => sum + each - 1, 1),
        10,
      );
    });
  });

  const ofOrders = (logging: readonly number[], target: readonly number[]): WeighedList[] =>
    orders([0, 1, 2, 3])
      .map((order) => order.slice(0, 3))
      .map((items) => ({
        items,
        logging: product(plackettLucePropensities(logging, items)),
        target: product(plackettLucePropensities(target, items)),
      }));

  it("are unbiased for additive rewards of lists without repeated items, where products are not", () => {
    const lists = ofOrders([3, 2, 1, 1], [1, 1, 2, 4]);
    const [estimated, truth] = sides(lists);
    expect(estimated).toBeCloseTo(truth, 9);
    const at = (by: "logging" | "target", items: WeighedList["items"]): readonly number[] =>
      items.map((item, slot) =>
        lists.reduce((sum, list) => sum + (list.items[slot] === item ? list[by] : 0), 0),
      );
    const products = lists.reduce((sum, { items, logging }) => {
      const [p, p0] = [at("target", items), at("logging", items)];
      const weight = p.reduce((w, each, slot) => w + each / (p0[slot] ?? 1) - 1, 1);
      return sum + logging * weight * reward(items);
    }, 0);
    expect(Math.abs(products - truth)).toBeGreaterThan(0.05);
  });

  it("mislead where effects do not add", () => {
    const together = (items: WeighedList["items"]) => (items[0] === 3 && items[1] === 2 ? 1 : 0);
    const [estimated, truth] = sides(ofOrders([3, 2, 1, 1], [1, 1, 2, 4]), together);
    expect(Math.abs(estimated - truth)).toBeGreaterThan(0.02);
  });
});
