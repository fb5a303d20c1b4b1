import { expect, it } from "vitest";
import { pairsOf } from "../../../../test/fixture/pairs.js";
import { spearmanStatistic } from "./spearman.js";

it("is Pearson's correlation of mid-ranks", () => {
  const found = spearmanStatistic.of(pairsOf([1, 2, 2, 3, 4, 5, 5], [2, 1, 3, 3, 5, 4, 6]), 0.95);
  expect(found).toMatchObject({
    value: expect.closeTo(0.8532469, 7),
    p: expect.closeTo(100 / 5040, 7),
  });
});
