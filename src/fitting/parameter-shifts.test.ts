import { describe, expect, it } from "vitest";
import { geometric } from "../exposure/geometric/geometric.js";
import { fitterOf } from "./fitter-of.js";
import { parameterShifts } from "./parameter-shifts.js";
import { sumOver } from "./sum-over.js";
import { transitionsOf } from "./transitions-of.js";

describe("parameterShifts", () => {
  const transitions = transitionsOf([1, 1, 2, 3, 3]);
  const fit = fitterOf("geometric").fit(transitions);
  if ("code" in fit) throw new Error(fit.message);
  const { stop, onward } = parameterShifts(geometric, fit);

  it("is score by information, for gamma = ½ from 10 transitions a twentieth", () => {
    expect([stop.length, onward.length]).toEqual([3, 3]);
    for (const value of stop) expect(value).toBeCloseTo(-0.05, 12);
    for (const value of onward) expect(value).toBeCloseTo(0.05, 12);
  });

  it("adds to 0 over the transitions of the fit", () => {
    expect(sumOver(transitions, stop, onward)).toBeCloseTo(0, 12);
  });
});
