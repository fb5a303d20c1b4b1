import { expect, it } from "vitest";
import { comparisonOf, smallWorld } from "../../test/fixture/session-worlds.js";
import { byExposures, byWeights } from "../../test/fixture/weighed-comparisons.js";
import { notTestableOn } from "./not-testable.js";
import { ranksWithoutReward } from "./ranks-without-reward/ranks-without-reward.js";

const first = ["training", "choice"];
const last = ["lateRewards", "robotsWithoutUsers", "laterSessions", "peopleNotLogged"];

it("names what no log shows, and lists and cuts only where these are not declared", () => {
  const comparison = comparisonOf(smallWorld, "a");
  const { log } = comparison;
  const always = [...first, "trustBias", "neighbours", "unloggedStops", "tasteOfSomeItems"];
  expect(notTestableOn(comparison)).toEqual([...always, "unflaggedCuts", ...last]);
  const flagged = log.depths.groups.map((sums) => ({ ...sums, cut: sums.cut.map(() => 1) }));
  const declared = { ...log, depths: { ...log.depths, groups: flagged } };
  expect(notTestableOn({ ...comparison, log: declared })).toEqual([...always, ...last]);
  const unknown = { ...declared, listsKnown: false };
  expect(notTestableOn({ ...comparison, log: unknown })).toEqual([
    ...always,
    "unknownLists",
    ...last,
  ]);
});

it("names what is not looked for of a candidate by exposures", () => {
  const byRank = comparisonOf(smallWorld, "a");
  const always = [...first, "trustBias", "neighboursUntold", "stopping", "taste", "drift"];
  const binned = byExposures(byRank, () => 1);
  for (const comparison of [byWeights(byRank), binned])
    expect(notTestableOn(comparison)).toEqual([...always, "exposuresOfItems", ...last]);
  const byItem = { cells: 1, groups: [] };
  const named = { ...binned, log: { ...binned.log, byItem } };
  expect(notTestableOn(named)).toEqual([...always, ...last]);
  const { exposures: _, ...ofViews } = named.log;
  expect(notTestableOn({ ...named, log: ofViews })).toContain("tooLargeExposures");
  const amounts = comparisonOf({ ...smallWorld, amount: (random) => 1 + random.integer(3) }, "a");
  expect(notTestableOn(byExposures(amounts, () => 1))).toContain("heavyTails");
});

it("names ranks without a reward where rows have no rank", () => {
  const comparison = byWeights(comparisonOf(smallWorld, "a"));
  const groups = comparison.log.views.groups.map(({ views, ...sums }) => ({
    ...sums,
    views: views.map((_, at) => (at === 0 ? views.reduce((sum, each) => sum + each, 0) : 0)),
  }));
  const bare = {
    ...comparison,
    log: { ...comparison.log, views: { ...comparison.log.views, groups } },
  };
  expect(notTestableOn(bare)).toContain("ranksWithoutReward");
  expect(ranksWithoutReward.examine(bare)).toMatchObject({ effect: "none", untested: true });
  expect(ranksWithoutReward.examine(comparison).untested).toBeUndefined();
});

it("names trust bias only where the study says nothing of it", () => {
  const comparison = { ...comparisonOf(smallWorld, "a"), trust: { slope: [1], base: [0] } };
  for (const each of [comparison, byWeights(comparison)]) {
    expect(notTestableOn(each)).not.toContain("trustBias");
  }
});

it("names what a study can say of its policies and users only where it does not", () => {
  const comparison = comparisonOf(smallWorld, "a");
  const clusters = {
    ...{ sizes: new Float64Array(), sums: new Float64Array(), areUsers: true },
    userColumn: { name: "user", isWhole: true },
  };
  const declared = ["trainedUntil", "chosenFrom"] as const;
  const found = notTestableOn({ ...comparison, clusters, declared });
  for (const each of [...first, "robotsWithoutUsers"]) expect(found).not.toContain(each);
  expect(notTestableOn({ ...comparison, declared: ["chosenFrom"] }).slice(0, 2)).toEqual([
    "training",
    "trustBias",
  ]);
});
