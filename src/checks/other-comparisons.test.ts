import { describe, expect, it } from "vitest";
import {
  otherDeciders,
  otherLinesClean,
  otherLinesTraps,
} from "../../test/fixture/other-comparisons-worlds.js";
import { inTurn } from "../../test/fixture/property.js";
import { deciderOf, decisionOf } from "../../test/fixture/session-worlds.js";

const seeds = Array.from({ length: 2 }, (_, at) => `other ${at}`);

describe.each(otherDeciders)("by %s, %s", (estimator, estimand) => {
  const decider = deciderOf(estimator, estimand);
  const words = (world: Parameters<typeof decisionOf>[0]): readonly string[] =>
    seeds.map((seed) => decisionOf(world, seed, decider).verdict);
  const share = (found: readonly string[], wanted: readonly string[]): number =>
    found.filter((word) => wanted.includes(word)).length / found.length;

  it.each(inTurn(Object.entries(otherLinesTraps)))("%s: not called", (_name, { world, truth }) => {
    const called = share(words(world), ["better", "worse"]);
    expect(called).toBeLessThanOrEqual(truth === "harmful" ? 0.01 : 0.05);
  });

  it.each(inTurn(Object.entries(otherLinesClean)))(
    "%s: called as it is",
    (_name, { world, truth }) => {
      const expected = truth === "good" ? "better" : "cannotTell";
      expect(share(words(world), [expected])).toBeGreaterThanOrEqual(0.93);
      expect(share(words(world), ["doNotTrust"])).toBeLessThanOrEqual(0.02);
    },
  );
});
