import { expect, it } from "vitest";
import { repetitions, suiteSeed } from "../../../test/fixture/property.js";
import { listedItems, termsWith, userList } from "../../../test/fixture/user-list.js";
import { createRandom } from "../../random/create-random.js";
import { valuesOfAll } from "../score.js";
import { dcg, err, idcg, ndcg, pndcg, rbp } from "./gains.js";
import { hit, map, mrr, precision, recall } from "./hits.js";
import { coverage, novelty, popularity } from "./items.js";

it("DCG sums gain × discount to the cutoff", () => {
  const list = userList([3, 0, 1], [2]);
  expect(dcg.of(list, termsWith())).toBeCloseTo(3 + 1 / 2, 12);
  expect(dcg.of(list, termsWith({}, 2))).toBe(3);
  expect(dcg.of(list, termsWith({ gain: "exp" }))).toBeCloseTo(7 + 1 / 2, 12);
});

it("DCG takes no cut from graded labels below the level that is relevant", () => {
  const list = userList([3, 1]);
  expect(dcg.of(list, termsWith({ gain: "binary", relevant: 2 }))).toBe(1);
});

it("nDCG divides by the ideal list, cut alike", () => {
  const list = userList([1, 0, 1]);
  expect(ndcg.of(list, termsWith())).toBeCloseTo(1.5 / (1 + 1 / Math.log2(3)), 12);
  expect(ndcg.of(userList([0], [1, 1]), termsWith({}, 1))).toBe(0);
});

it("nDCG is not defined without a gain to find", () => {
  expect(ndcg.of(userList([0, 0]), termsWith())).toBeNull();
  expect(ndcg.of(userList([1]), termsWith({ relevant: 2, gain: "binary" }))).toBeNull();
});

it("nDCG inverts the order of two models where the users' ideals differ", () => {
  const few = userList([0, 1]);
  const many = { a: userList([1, 1, 0, 1], [1, 1]), b: userList([1, 1, 1, 1], [1]) };
  const better = userList([1, 0]);
  const sum = (x: ReturnType<typeof userList>, y: ReturnType<typeof userList>): number =>
    (ndcg.of(x, termsWith()) ?? 0) + (ndcg.of(y, termsWith()) ?? 0);
  expect(sum(better, many.a)).toBeGreaterThan(sum(few, many.b));
});

it("pnDCG is a ratio of two sums over users, DCG and ideal DCG", () => {
  const list = userList([0, 1], [2]);
  expect(pndcg.of(list, termsWith())).toBeCloseTo(1 / Math.log2(3), 12);
  expect(pndcg.per?.(list, termsWith())).toBeCloseTo(2 + 1 / Math.log2(3), 12);
});

it("iDCG is the DCG of the best list, cut alike", () => {
  const list = userList([0, 1], [2]);
  expect(idcg.of(list, termsWith())).toBeCloseTo(2 + 1 / Math.log2(3), 12);
  expect(idcg.of(list, termsWith({}, 1))).toBe(2);
  expect(idcg.of(list, termsWith({ ideal: "listed" }))).toBe(1);
});

it("Recall is the share of the relevant labels that is listed", () => {
  const list = userList([1, 0, 1], [1, 0]);
  expect(recall.of(list, termsWith())).toBeCloseTo(2 / 3, 12);
  expect(recall.of(list, termsWith({}, 1))).toBeCloseTo(1 / 3, 12);
  expect(recall.of(list, termsWith({ recallBy: "reachable" }, 1))).toBe(1);
  expect(recall.of(userList([0]), termsWith())).toBeNull();
});

it("Precision divides by the cutoff, or by what is listed", () => {
  const list = userList([1, 0, 1]);
  expect(precision.of(list, termsWith({}, 10))).toBeCloseTo(0.2, 12);
  expect(precision.of(list, termsWith({ precisionBy: "listed" }, 10))).toBeCloseTo(2 / 3, 12);
  expect(precision.of(userList([]), termsWith())).toBe(0);
});

it("Hit is 1 where a relevant item stands above the cutoff", () => {
  const list = userList([0, 1]);
  expect([1, 2].map((cutoff) => hit.of(list, termsWith({}, cutoff)))).toEqual([0, 1]);
  expect(hit.of(list, termsWith({ relevant: 2 }))).toBe(0);
});

it("MRR is 1 over the rank of the first relevant item", () => {
  const list = userList([0, 0, 1, 1]);
  expect(mrr.of(list, termsWith())).toBeCloseTo(1 / 3, 12);
  expect(mrr.of(list, termsWith({}, 2))).toBe(0);
});

it("MAP averages the precision at relevant items over all relevant labels", () => {
  const list = userList([1, 0, 1], [1]);
  expect(map.of(list, termsWith())).toBeCloseTo((1 + 2 / 3) / 3, 12);
  expect(map.of(list, termsWith({ recallBy: "reachable" }, 2))).toBeCloseTo(1 / 2, 12);
  expect(map.of(userList([0]), termsWith())).toBeNull();
});

it("ERR lets a reader stop at an item by its grade", () => {
  const stops = [(2 ** 3 - 1) / 16, (2 ** 1 - 1) / 16] as const;
  const list = userList([3, 0, 1]);
  const expected = stops[0] + ((1 - stops[0]) * stops[1]) / 3;
  expect(err.of(list, termsWith())).toBeCloseTo(expected, 12);
});

it("ERR counts grades above the top as the top", () => {
  expect(err.of(userList([9]), termsWith({ top: 2 }))).toBeCloseTo(3 / 4, 12);
});

it("RBP weighs ranks by p^(rank − 1)", () => {
  const list = userList([1, 0, 1]);
  expect(rbp.of(list, termsWith({ p: 0.5 }))).toBeCloseTo(0.5 * (1 + 0.25), 12);
  expect(rbp.of(list, termsWith({ p: 0.5 }, 1))).toBe(0.5);
});

const catalogue = { items: 4, users: 3, holders: Int32Array.of(1, 1, 1, 1) };
const lists = [[0, 1], [1, 2, -1], [1]].map((items) => listedItems(items, catalogue));

it("Coverage counts every item once, and without a user what others list", () => {
  expect(coverage.ofAll?.(lists, termsWith())).toEqual({
    value: 0.75,
    without: Float64Array.of(0.5, 0.5, 0.75),
  });
  expect(coverage.ofAll?.(lists, termsWith({}, 1)).value).toBe(0.5);
});

it("Coverage has the standard error of a jackknife over users", () => {
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

it("Popularity is the mean share of users who hold a listed item, up to the cutoff", () => {
  const list = listedItems([0, 1, -1], { items: 2, users: 4, holders: Int32Array.of(2, 4) });
  expect([1, 2, 3, Infinity].map((cutoff) => popularity.of(list, termsWith({}, cutoff)))).toEqual([
    0.5, 0.75, 0.5, 0.5,
  ]);
});

it("Popularity is not defined for an empty list", () => {
  const nothing = listedItems([], { items: 1, users: 4, holders: Int32Array.of(2) });
  expect(popularity.of(nothing, termsWith())).toBeNull();
});

it("Novelty is the mean of bits, and an item that nobody holds counts like one of a single holder", () => {
  const list = listedItems([0, 1, -1], { items: 2, users: 8, holders: Int32Array.of(8, 2) });
  expect([1, 2, 3].map((cutoff) => novelty.of(list, termsWith({}, cutoff)))).toEqual([
    0,
    1,
    (0 + 2 + 3) / 3,
  ]);
});
