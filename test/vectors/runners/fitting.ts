import {
  type Fit,
  fitterOf,
  goodnessOfFit,
  informationCriteria,
  type Transitions,
  transitionsOf,
} from "../../../src/fitting/index.js";
import { emStep, moments } from "../../fixture/special/yule-simon-references.js";
import { type Runner, runner } from "../case.js";

interface Depths {
  readonly depths: readonly number[];
  readonly censored?: readonly number[];
}

const read = ({ depths, censored }: Depths): Transitions =>
  transitionsOf(depths, censored?.map(Boolean));

function fitted(model: string, transitions: Transitions): Fit {
  const fit = fitterOf(model).fit(transitions);
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}

const first = ({
  estimates: [estimate],
  logLikelihood,
}: Fit): Readonly<Record<string, unknown>> => ({
  [estimate?.name ?? ""]: estimate?.value,
  se: estimate?.se,
  logLik: logLikelihood,
});

/** Kaplan–Meier as far as a rank. */
function measured(given: Depths & { readonly maxRank: number }): Readonly<Record<string, unknown>> {
  const fit = fitted("table", read(given));
  const { atRisk, stops } = fit.transitions;
  const estimates = fit.estimates.slice(0, given.maxRank);
  return {
    p: estimates.map(({ value }) => value),
    se: estimates.map(({ se }) => se),
    atRiskStops: atRisk
      .slice(0, given.maxRank - 1)
      .map((risk, at) => [at + 1, risk, stops[at] ?? Number.NaN]),
  };
}

/** ρ by steps of expectation–maximisation, the start included. */
function emFrom(start: number, steps: number, transitions: Transitions): readonly number[] {
  const path = [start];
  while (path.length < steps) path.push(emStep(transitions, path.at(-1) ?? Number.NaN));
  return path;
}

/** Position bias learnt from view logs (docs/methods.md, "Maximum likelihood"). */
export const fittingRunners: readonly Runner[] = [
  runner<Depths & { readonly maxRank: number }>("pbm.empirical.kaplanMeier", measured),
  runner<Depths & { readonly maxRank: number }>("pbm.empirical.noCensoring", measured),
  runner<Depths>("pbm.yuleSimon.mle", (given) => {
    const transitions = read(given);
    const { mean, firstRank } = moments(transitions);
    return {
      ...first(fitted("yuleSimon", transitions)),
      emFrom1: emFrom(1, 4, transitions),
      momentMean: mean,
      firstFrequency: firstRank,
    };
  }),
  runner<Depths>("pbm.yuleSimon.mleCensored", (given) => first(fitted("yuleSimon", read(given)))),
  runner<Depths>("pbm.geometric.mleCensored", (given) => {
    const fit = fitted("geometric", read(given));
    const total = (counts: readonly number[]): number =>
      counts.reduce((sum, count) => sum + count, 0);
    const [atRisk, stops] = [total(fit.transitions.atRisk), total(fit.transitions.stops)];
    return { ...first(fit), continues: atRisk - stops, stops };
  }),
  runner<Depths & { readonly model: string }>("pbm.goodnessOfFit.hazard", (given) => {
    const fit = fitted(given.model, read(given));
    const found = goodnessOfFit(fit, { pool: false });
    const { aic, bic } = informationCriteria(fit);
    return {
      logLikSaturated: found.saturated,
      logLikModel: found.logLikelihood,
      G2: found.deviance,
      X2: found.pearson,
      df: found.df,
      pG2: found.pDeviance,
      pX2: found.pPearson,
      aicModel: aic,
      bicModel: bic,
    };
  }),
];
