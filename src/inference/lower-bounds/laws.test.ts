import { describe, expect, it } from "vitest";
import { lowerBounds } from "./index.js";
import { lowerBoundLaws } from "./laws.js";
import type { LowerBound } from "./lower-bound.js";

describe.each(lowerBounds.map((each) => [each.name, each] as const))("%s", (_name, bound) => {
  it.each(lowerBoundLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    law.check(bound);
  });
});

describe("the laws catch a bound", () => {
  const [bound] = lowerBounds;
  if (bound === undefined) throw new Error("no bound");
  const by = (of: LowerBound["of"]): LowerBound => ({ ...bound, of });
  const [below, follows, rises, holds] = lowerBoundLaws;

  it.each([
    [below, "that is the mean", by(({ mean }) => mean)],
    [follows, "of a fixed margin", by(({ mean }, delta) => mean - 1 - Math.log(1 / delta))],
    [rises, "that forgets n", by(({ mean, variance }) => mean - Math.sqrt(variance))],
    [holds, "that is too high", by(({ mean, variance, n }) => mean - Math.sqrt(variance / n) / 4)],
  ] as const)("%o: %s", (law, _what, wrong) => {
    expect(() => law?.check(wrong)).toThrow(wrong.name);
  });
});
