import { expect, test } from "vitest";
import { someChance, someLogged, someVisit } from "../../../test/fixture/some-visit.js";
import type { Step } from "../step.js";
import { stepsOf } from "./index.js";

const steps = (name: string, value: number): Step => {
  const [step] = stepsOf({ [name]: value });
  if (step === undefined) throw new Error(name);
  return step;
};

test("carryOver: what was seen half is forgotten by a tenth with each trajectory", () => {
  const { chance, after } = steps("carryOver", 0.5);
  const visit = someVisit({ list: [0], topics: [1] });
  after?.(visit);
  expect([...visit.person.memory]).toEqual([0, 0.5, 0]);
  expect(chance?.(0.4, visit)).toBeCloseTo(0.4 * (1 - 0.5 * 0.5), 12);
  expect(steps("carryOver", 0.5).remembers).toBe(true);
});

test("stopsAfterReward: a reward moves the logit of stopping, and its absence nothing", () => {
  const { stop } = steps("stopsAfterReward", Math.log(3));
  expect(stop?.(0.5, someVisit(), true)).toBeCloseTo(0.75, 12);
  expect(stop?.(0.5, someVisit(), false)).toBe(0.5);
});

test("stopsAtItem: the item's own trait moves the logit of stopping", () => {
  const { stop } = steps("stopsAtItem", Math.log(3));
  const visit = someVisit();
  visit.catalogue.attribute[visit.item[visit.candidate] as number] = 1;
  expect(stop?.(0.5, visit, false)).toBeCloseTo(0.75, 12);
});

test("depthByTrait: users with a high trait go on more often, and an average one as the curve says", () => {
  const { stop } = steps("depthByTrait", 1);
  const visit = someVisit();
  expect(stop?.(0.36, visit, false)).toBeCloseTo(0.36, 12);
  visit.person.trait = Math.log(2);
  expect(stop?.(0.36, visit, false)).toBeCloseTo(0.2, 12);
});

test("rewardByTrait: adds to the level of the user", () => {
  const { person } = someVisit();
  person.trait = 2;
  person.level = 1;
  steps("rewardByTrait", 0.5).person?.(person);
  expect(person.level).toBe(2);
});

test("similarNeighbours: only an item below one of its own topic earns less", () => {
  const { chance } = steps("similarNeighbours", 0.5);
  const visit = someVisit({ list: [0, 1], topics: [1, 1] });
  expect(chance?.(0.4, visit)).toBe(0.4);
  Object.assign(visit, { before: 0, candidate: 1 });
  expect(chance?.(0.4, visit)).toBe(0.2);
});

test("trustInRank: at the top all is trusted, further down less of what is liked is rewarded", () => {
  const { chance } = steps("trustInRank", 0.5);
  const visit = someVisit();
  visit.rank = 1;
  expect(chance?.(0.4, visit)).toBeCloseTo(0.4 + 0.6 * 0.5, 12);
  visit.rank = 2;
  expect(chance?.(0.4, visit)).toBeCloseTo(0.4 * 0.75 + 0.6 * 0.25, 12);
});

test("missedItems: hides about half of the candidates, and never all", () => {
  const visit = someVisit({ list: [0, 1, 2] });
  const draws = [0.1, 0.4, 0.6];
  const chance = { ...someChance, next: () => draws.shift() ?? 0 };
  steps("missedItems", 0.5).retrieve?.(visit, chance);
  expect([...visit.hidden]).toEqual([0, 1, 0]);
});

test("newItems: other policies find so many more", () => {
  expect(steps("newItems", 0.5)).toEqual({ newItems: 0.5 });
});

test("misloggedExposure: factors have mean 1, and exposures stay probabilities", () => {
  const { log } = steps("misloggedExposure", 1);
  const logged = someLogged({
    rows: 2,
    exposures: [
      [0.5, 0.9],
      [0.5, 0.9],
    ],
  });
  const draws = [0.5, 9];
  log?.(logged, someVisit(), { ...someChance, normal: () => draws.shift() ?? 0 });
  expect([...(logged.exposures[0] ?? [])]).toEqual([0.5, 1]);
  expect([...(logged.exposures[1] ?? [])]).toEqual([0.5, 0.9]);
});

test("reordering: at 1 the top item goes to the end of the list, one swap after the other never undoing itself", () => {
  const visit = someVisit({ list: [0, 1, 2, 3] });
  steps("reordering", 1).arrange?.(visit.shown, { ...someChance, next: () => 0.5 });
  expect([...visit.shown.list]).toEqual([1, 0, 3, 2]);
  expect([...visit.shown.order]).toEqual([0, 1, 2, 3]);
});

test("entryByReward: only the first feed is left after a reward, and its topic is liked in the next one", () => {
  const { stop, retrieve } = steps("entryByReward", 0.5);
  const visit = someVisit({ list: [0, 1], topics: [1, 2] });
  expect(stop?.(0.2, visit, true)).toBeCloseTo(0.6, 12);
  expect(stop?.(0.2, visit, false)).toBe(0.2);
  expect(stop?.(0.2, { ...visit, feedIndex: 1 }, true)).toBe(0.2);
  retrieve?.({ ...visit, entryTopic: 2 }, someChance);
  expect([...visit.relevance]).toEqual([0, 0.5]);
});

test("allOfferedRows: rows go to the end of the list, views do not", () => {
  const logged = someLogged({ rows: 1, viewed: 1 });
  steps("allOfferedRows", 1).log?.(logged, someVisit({ list: [0, 1, 2] }), someChance);
  expect([logged.rows, logged.viewed]).toEqual([3, 1]);
});

test("rewardedRowsOnly: views without a reward have no row", () => {
  const logged = someLogged({ rows: 3, earned: [0, 0, 0, 2, 0, 0] });
  steps("rewardedRowsOnly", 1).log?.(logged, someVisit(), someChance);
  expect([...logged.keep]).toEqual([0, 1, 0]);
});

test("ranksOfViewed: target ranks become places among the rows, the logger's do not", () => {
  const logged = someLogged({
    rows: 3,
    ranks: [
      [1, 2, 3],
      [9, 4, 17],
    ],
  });
  steps("ranksOfViewed", 1).log?.(logged, someVisit(), someChance);
  expect(logged.ranks.map((ranks) => [...ranks])).toEqual([
    [1, 2, 3],
    [2, 1, 3],
  ]);
});

test("sessionsCut: what follows a random rank is lost, and the trajectory is marked", () => {
  const draws = [0.1, 0.6];
  const logged = someLogged({ rows: 5, viewed: 5 });
  steps("sessionsCut", 0.5).log?.(logged, someVisit(), {
    ...someChance,
    next: () => draws.shift() ?? 0,
  });
  expect([logged.rows, logged.viewed, logged.censored]).toEqual([3, 3, true]);
});

test("sessionsCut: a single view cannot be cut", () => {
  const logged = someLogged({ rows: 1, viewed: 1 });
  steps("sessionsCut", 1).log?.(logged, someVisit(), someChance);
  expect([logged.rows, logged.censored]).toEqual([1, false]);
});

test("robotUser: has so many sessions for each user", () => {
  expect(steps("robotUser", 0.02)).toEqual({ robot: 0.02 });
});

test("paretoReward: the factor is Pareto with tail index 1/value and mean 1", () => {
  const { amount } = steps("paretoReward", 0.5);
  expect(amount?.(10, 0.25)).toBeCloseTo(10, 12);
  const n = 100_000;
  let sum = 0;
  for (let at = 0; at < n; at++) sum += amount?.(1, (at + 0.5) / n) ?? 0;
  expect(sum / n).toBeCloseTo(1, 2);
});
