import { describe, expect, it } from "vitest";
import { geometric } from "../geometric/geometric.js";
import { fitterOf } from "../index.js";
import { sumOver } from "../transitions/sums.js";
import { transitionsOf } from "../transitions/transitions-of.js";
import { influenceOnParameter } from "./likelihood.js";

describe("influenceOnParameter", () => {
  const transitions = transitionsOf([1, 1, 2, 3, 3]);
  const fit = fitterOf("geometric").fit(transitions);
  if ("code" in fit) throw new Error(fit.message);
  const influence = influenceOnParameter(geometric, fit);
  const { stop, continuation } = influence;

  it("is score by information, for gamma = ½ from 10 transitions a twentieth", () => {
    expect([stop.length, continuation.length]).toEqual([3, 3]);
    for (const value of stop) expect(value).toBeCloseTo(-0.05, 12);
    for (const value of continuation) expect(value).toBeCloseTo(0.05, 12);
  });

  it("adds to 0 over the transitions of the fit", () => {
    expect(sumOver(transitions, influence)).toBeCloseTo(0, 12);
  });
});
