import { expect, it } from "vitest";
import { pairsOf } from "../../../../test/fixture/pairs.js";
import { pearsonStatistic } from "./pearson.js";

it("gives Student's p and Fisher's interval", () => {
  const found = pearsonStatistic.of(
    pairsOf([1.1, 1.4, 1.2, 1.9, 1.6, 2.1], [0.3, 0.34, 0.29, 0.41, 0.33, 0.46]),
    0.95,
  );
  expect(found).toMatchObject({ value: expect.closeTo(0.95787, 5), facts: { df: 4 } });
  expect(found).toMatchObject({
    p: expect.closeTo(0.00262517, 8),
    interval: [expect.closeTo(0.657175, 6), expect.closeTo(0.995533, 6)],
  });
});

it("has no interval of three pairs, and no answer where a side does not vary", () => {
  expect(pearsonStatistic.of(pairsOf([1, 2, 3], [1, 2, 4]), 0.95)).toMatchObject({
    interval: null,
  });
  const flat = pearsonStatistic.of(pairsOf([1, 2, 3], [2, 2, 2]), 0.95);
  expect(flat).toMatchObject({ code: "noVariation", facts: { side: "offline" } });
});
