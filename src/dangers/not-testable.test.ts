import { expect, it } from "vitest";
import { lineOf, smallWorld } from "../../test/fixture/session-worlds.js";
import { notTestableOn } from "./not-testable.js";

it("names what no log shows, and lists and cuts only where these are not declared", () => {
  const { log } = lineOf(smallWorld, "a");
  const always = ["trustBias", "neighbours", "unloggedStops", "tasteOfSomeItems"];
  expect(notTestableOn({ log })).toEqual([...always, "unflaggedCuts"]);
  const flagged = log.depths.groups.map((sums) => ({ ...sums, cut: sums.cut.map(() => 1) }));
  const declared = { ...log, depths: { ...log.depths, groups: flagged } };
  expect(notTestableOn({ log: declared })).toEqual(always);
  const unknown = { ...declared, listsKnown: false };
  expect(notTestableOn({ log: unknown })).toEqual([...always, "unknownLists"]);
});
