import { expect, it } from "vitest";
import { repetitions, suiteSeed } from "../../../../test/fixture/property.js";
import { listedItems, termsWith } from "../../../../test/fixture/user-list.js";
import { createRandom } from "../../../random/index.js";
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

const varianceOf = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
};

// Of users whose lists are drawn independently: 30 lists of 10 items each, from nearly all items covered to few.
it.each([
  [100, 2],
  [60, 1],
  [200, 1.5],
  [1000, 1],
])("has an error that is not too small: %i items drawn by the power %d", (items, power) => {
  const random = createRandom(`coverage ${suiteSeed} ${items}`);
  const all = { items, users: 30, holders: new Int32Array(items) };
  const list = () => {
    const own = new Set<number>();
    while (own.size < 10) own.add(Math.floor(items * random.next() ** power));
    return listedItems([...own], all);
  };
  const { settings } = termsWith();
  const worlds = repetitions(200, 2000);
  const found = Array.from({ length: worlds }, () =>
    valuesOfAll({ metric: coverage, settings, cutoff: null }, Array.from({ length: 30 }, list)),
  );
  const spread = varianceOf(found.map(({ value }) => value));
  const own = found.map(({ values }) => varianceOf([...values]) / values.length);
  const mean = own.reduce((sum, each) => sum + each, 0) / own.length;
  // A variance of so many worlds is off by √(2/worlds) of itself.
  expect(mean / spread).toBeGreaterThan(1 - 4 * Math.sqrt(2 / worlds));
});
