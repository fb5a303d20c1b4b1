import { expect, it } from "vitest";
import { pairsOf } from "../../../../test/fixture/pairs.js";
import { kendallStatistic } from "./kendall.js";

it("has an exact p without ties, and says so", () => {
  const found = kendallStatistic.of(pairsOf([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]), 0.95);
  expect(found).toMatchObject({
    value: expect.closeTo(0.6, 12),
    p: expect.closeTo(0.2333333, 7),
    facts: { exact: 1 },
  });
  const tied = kendallStatistic.of(pairsOf([1, 2, 2, 3, 4], [2, 1, 4, 3, 5]), 0.95);
  expect(tied).toMatchObject({ facts: { exact: 0 } });
});
