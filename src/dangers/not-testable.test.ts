import { expect, it } from "vitest";
import { lineOf, smallWorld } from "../../test/fixture/session-worlds.js";
import { byExposures, byWeights } from "../../test/fixture/weighed-lines.js";
import { notTestableOn } from "./not-testable.js";
import { ranksWithoutReward } from "./ranks-without-reward/ranks-without-reward.js";

const first = ["training", "choice"];
const last = ["lateRewards", "robotsWithoutUsers", "laterSessions", "peopleNotLogged"];

it("names what no log shows, and lists and cuts only where these are not declared", () => {
  const line = lineOf(smallWorld, "a");
  const { log } = line;
  const always = [...first, "trustBias", "neighbours", "unloggedStops", "tasteOfSomeItems"];
  expect(notTestableOn(line)).toEqual([...always, "unflaggedCuts", ...last]);
  const flagged = log.depths.groups.map((sums) => ({ ...sums, cut: sums.cut.map(() => 1) }));
  const declared = { ...log, depths: { ...log.depths, groups: flagged } };
  expect(notTestableOn({ ...line, log: declared })).toEqual([...always, ...last]);
  const unknown = { ...declared, listsKnown: false };
  expect(notTestableOn({ ...line, log: unknown })).toEqual([...always, "unknownLists", ...last]);
});

it("names what is not looked for of a candidate by exposures", () => {
  const byRank = lineOf(smallWorld, "a");
  const always = [...first, "trustBias", "neighboursUntold", "stopping", "taste", "drift"];
  const binned = byExposures(byRank, () => 1);
  for (const line of [byWeights(byRank), binned])
    expect(notTestableOn(line)).toEqual([...always, "exposuresOfItems", ...last]);
  const byItem = { cells: 1, groups: [] };
  const named = { ...binned, log: { ...binned.log, byItem } };
  expect(notTestableOn(named)).toEqual([...always, ...last]);
  const { exposures: _, ...ofViews } = named.log;
  expect(notTestableOn({ ...named, log: ofViews })).toContain("tooLargeExposures");
  const amounts = lineOf({ ...smallWorld, amount: (random) => 1 + random.integer(3) }, "a");
  expect(notTestableOn(byExposures(amounts, () => 1))).toContain("heavyTails");
});

it("names ranks without a reward where rows have no rank", () => {
  const line = byWeights(lineOf(smallWorld, "a"));
  const groups = line.log.views.groups.map(({ views, ...sums }) => ({
    ...sums,
    views: views.map((_, at) => (at === 0 ? views.reduce((sum, each) => sum + each, 0) : 0)),
  }));
  const bare = { ...line, log: { ...line.log, views: { ...line.log.views, groups } } };
  expect(notTestableOn(bare)).toContain("ranksWithoutReward");
  expect(ranksWithoutReward.examine(bare)).toMatchObject({ effect: "none", untested: true });
  expect(ranksWithoutReward.examine(line).untested).toBeUndefined();
});

it("names trust bias only where the study says nothing of it", () => {
  const line = { ...lineOf(smallWorld, "a"), trust: { slope: [1], base: [0] } };
  for (const each of [line, byWeights(line)]) {
    expect(notTestableOn(each)).not.toContain("trustBias");
  }
});

it("names what a study can say of its policies and users only where it does not", () => {
  const line = lineOf(smallWorld, "a");
  const clusters = {
    ...{ sizes: new Float64Array(), sums: new Float64Array(), areUsers: true },
    userColumn: { name: "user", isWhole: true },
  };
  const declared = ["trainedUntil", "chosenFrom"] as const;
  const found = notTestableOn({ ...line, clusters, declared });
  for (const each of [...first, "robotsWithoutUsers"]) expect(found).not.toContain(each);
  expect(notTestableOn({ ...line, declared: ["chosenFrom"] }).slice(0, 2)).toEqual([
    "training",
    "trustBias",
  ]);
});
