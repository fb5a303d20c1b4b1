import { describe, expect, it } from "vitest";
import { inTurn } from "../../test/fixture/property.js";
import type { Fit, FittableCurve, Fitter } from "./curve.js";
import { fitterLaws } from "./fitter-laws.js";
import { fittableCurves, fitterOf } from "./index.js";
import { yuleSimon } from "./yule-simon/yule-simon.js";

describe.each(fittableCurves.map((curve, at) => [curve.name, curve, at] as const))(
  "%s",
  (_name, curve, at) => {
    const rotated = [...fitterLaws.slice(at), ...fitterLaws.slice(0, at)];

    it.each(inTurn(rotated).map((law) => [law.name, law] as const))("%s", (_law, law) => {
      law.check(curve);
    });

    it("says what it is and where it comes from", () => {
      expect(curve.fitter.purpose).not.toBe("");
      expect(curve.fitter.reference).not.toBe("");
      expect(fitterOf(curve.name)).toBe(curve.fitter);
    });
  },
);

const sound = fitterOf("yuleSimon");

/** Yule–Simon with part of its fitter replaced. */
const wrong = (part: Partial<Fitter>): FittableCurve => ({
  ...yuleSimon,
  fitter: { ...sound, ...part },
});

/** Yule–Simon whose fits are bent. */
const bent = (bend: (fit: Fit) => Fit): FittableCurve =>
  wrong({
    fit: (...given) => {
      const fit = sound.fit(...given);
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
  const broken: readonly (readonly [string, FittableCurve])[] = [
    ["the score is 0", movedBy(0.001)],
    ["the influence of part", wrong({ parameterInfluence: () => () => [0] })],
    [
      "the influence on a result",
      wrong({ curveInfluence: (...given) => ({ ...sound.curveInfluence(...given), stop: [] }) }),
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
    ["the same log", bent((fit) => ({ ...fit, freeParameters: calls++ }))],
    ["a log without", wrong({ fit: (_, options) => sound.fit(twoDeep, options) })],
    ["what it predicts", wrong({ predictHazards: (_, n) => Array<number>(n).fill(0) })],
  ];
  let calls = 0;
  const twoDeep = { atRisk: [9, 5], stops: [4, 2], trajectories: 9 };

  it("are each broken by a fitter below", () => {
    for (const { name } of fitterLaws) {
      expect(broken.filter(([start]) => name.startsWith(start)).length, name).toBeGreaterThan(0);
    }
  });

  it.each(broken)("catch a fitter that breaks: %s", (name, curve) => {
    const law = fitterLaws.find((each) => each.name.startsWith(name));
    expect(law).toBeDefined();
    expect(() => law?.check(curve)).toThrow("yuleSimon");
  });
});
