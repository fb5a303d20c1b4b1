import { describe, expect, it } from "vitest";
import type { Fit, Fitter } from "./fitter.js";
import { findFitter, fitters } from "./fitters.js";
import { fitterLaws } from "./laws.js";
import { yuleSimon } from "./yule-simon/yule-simon.js";

describe.each(fitters.map((fitter) => [fitter.name, fitter] as const))("%s", (_name, fitter) => {
  it.each(fitterLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    law.check(fitter);
  });

  it("says what it is and where it comes from", () => {
    expect(fitter.purpose).not.toBe("");
    expect(fitter.reference).not.toBe("");
    expect(findFitter(fitter.name)).toBe(fitter);
  });
});

/** Yule–Simon whose fits are bent. */
const bent = (bend: (fit: Fit) => Fit): Fitter => ({
  ...yuleSimon,
  fit: (...asked) => {
    const fit = yuleSimon.fit(...asked);
    return "code" in fit ? fit : bend(fit);
  },
});

const withError = (factor: number) =>
  bent((fit) => ({
    ...fit,
    estimates: fit.estimates.map(({ se, ...rest }) => ({
      ...rest,
      se: typeof se === "number" ? se * factor : se,
    })),
  }));

const movedBy = (add: number) =>
  bent((fit) => {
    const estimates = fit.estimates.map((each) => ({ ...each, value: each.value + add }));
    const rho = estimates[0]?.value ?? 0;
    return { ...fit, estimates, curve: { ...fit.curve, parameters: { rho } } };
  });

describe("the laws", () => {
  const broken: readonly (readonly [string, Fitter])[] = [
    ["the score is 0", movedBy(0.001)],
    ["a part of the data", { ...yuleSimon, shift: () => () => [0] }],
    [
      "the influence",
      { ...yuleSimon, influence: (...asked) => ({ ...yuleSimon.influence(...asked), stop: [] }) },
    ],
    [
      "four copies",
      bent((fit) => (fit.transitions.trajectories > 3000 ? { ...fit, estimates: [] } : fit)),
    ],
    ["ranks at which", bent((fit) => ({ ...fit, logLikelihood: fit.transitions.atRisk.length }))],
    [
      "the curve is one",
      bent((fit) => ({ ...fit, curve: { ...fit.curve, parameters: { rho: -1 } } })),
    ],
    ["curves of its own", movedBy(1)],
    ["censoring at random", movedBy(1)],
    ["95 % intervals", withError(0.7)],
    ["95 % intervals", withError(1.6)],
    ["a log without", { ...yuleSimon, fit: (_, options) => yuleSimon.fit(twoDeep, options) }],
    ["what it foretells", { ...yuleSimon, foretell: (_, n) => Array<number>(n).fill(0) }],
  ];
  const twoDeep = { atRisk: [9, 5], stops: [4, 2], trajectories: 9 };

  it.each(broken)("catch a fitter that breaks: %s", (name, fitter) => {
    const law = fitterLaws.find((each) => each.name.startsWith(name));
    expect(() => law?.check(fitter)).toThrow("yuleSimon");
  });
});
