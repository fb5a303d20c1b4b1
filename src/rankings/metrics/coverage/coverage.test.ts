import { expect, it } from "vitest";
import { listedItems, termsWith } from "../../../../test/fixture/user-list.js";
import { valuesOfAll } from "../../score.js";
import { coverage } from "./coverage.js";

const catalogue = { items: 4, users: 3, holders: Int32Array.of(1, 1, 1, 1) };
const lists = [[0, 1], [1, 2, -1], [1]].map((items) => listedItems(items, catalogue));

it("counts every item once, and without a user what others list", () => {
  expect(coverage.ofAll?.(lists, termsWith())).toEqual({
    value: 0.75,
    without: Float64Array.of(0.5, 0.5, 0.75),
  });
  expect(coverage.ofAll?.(lists, termsWith({}, 1)).value).toBe(0.5);
});

it("has the standard error of a jackknife over users", () => {
  const { settings } = termsWith();
  const values = [...valuesOfAll({ metric: coverage, settings, cutoff: null }, lists).values];
  const mean = values.reduce((sum, value) => sum + value, 0) / 3;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (2 * 3);
  const jackknife = [0.5, 0.5, 0.75].map((each) => each - (0.5 + 0.5 + 0.75) / 3);
  expect(mean).toBeCloseTo(0.75, 14);
  expect(variance).toBeCloseTo((2 / 3) * jackknife.reduce((sum, d) => sum + d * d, 0), 14);
});
