import { isReason } from "../../../src/errors.js";
import {
  affineOf,
  type ClickCount,
  cascadeViews,
  clickChance,
  clickPerplexity,
  clickStep,
  dependentViews,
  depthsOfUser,
  expectedReciprocalRank,
  fitClicks,
  fitDepthRegression,
  harvestInterventions,
  type RelativeViews,
  relevanceGiven,
  relevanceOf,
  satisfiedViews,
  trustedLabel,
  trustStep,
} from "../../../src/fitting/index.js";
import { type Runner, runner } from "../case.js";

type Cell = readonly [item: string, rank: number, impressions: number, clicks: number];
type ByKey = Readonly<Record<string, number>>;

const countsOf = (cells: readonly Cell[]): readonly ClickCount[] =>
  cells.map(([item, rank, impressions, clicks]) => ({ item, rank, impressions, clicks }));

const byRank = (views: RelativeViews): ByKey =>
  Object.fromEntries(views.map(({ rank, p }) => [rank, p]));

function answered<T>(found: T): Exclude<T, { readonly code: unknown }> {
  if (isReason(found)) throw new Error(found.message);
  return found as Exclude<T, { readonly code: unknown }>;
}

interface Trust {
  readonly theta: readonly number[];
  readonly epsPlus: readonly number[];
  readonly epsMinus: readonly number[];
  readonly gamma: number;
}

/** Click models, trust bias and depths of users (docs/fitting.md, "Clicks without views"). */
export const clickRunners: readonly Runner[] = [
  runner<{
    readonly probs: readonly (readonly number[])[];
    readonly clicks: readonly (readonly number[])[];
  }>("clickModel.perplexity", ({ probs, clicks }) => {
    const { logLikelihood, ...found } = clickPerplexity(probs, clicks);
    return { ...found, logLik: logLikelihood };
  }),
  runner<{ readonly cells: readonly Cell[]; readonly theta0: ByKey; readonly gamma0: ByKey }>(
    "pbm.em.wang2018",
    ({ cells, theta0, gamma0 }) => {
      const counts = countsOf(cells);
      const start = {
        views: new Map(Object.entries(theta0).map(([rank, p]) => [Number(rank), p])),
        attraction: new Map(Object.entries(gamma0)),
      };
      const first = clickStep(counts, start);
      const fit = answered(fitClicks(counts, { start }));
      return {
        theta_step1: Object.fromEntries(first.views),
        gamma_step1: Object.fromEntries(first.attraction),
        convergedRatio_theta2_over_theta1: byRank(fit.relative)[2],
        convergedProducts: Object.fromEntries(
          counts.map(({ item, rank }) => [
            `${item}${rank}`,
            (fit.views.get(rank) ?? 0) * (fit.attraction.get(item) ?? 0),
          ]),
        ),
        logLik: fit.logLikelihood,
      };
    },
  ),
  runner<{ readonly rows: readonly Cell[] }>("pbm.interventionHarvesting", ({ rows }) => {
    const found = answered(harvestInterventions(countsOf(rows)));
    return {
      chat: Object.fromEntries(
        found.pairs.map(({ rank, other, clicked }) => [`${rank},${other}`, clicked]),
      ),
      pivot1: byRank(found.pivot),
      adjacentChain: byRank(found.chain),
      allPairs: byRank(found.allPairs),
      allPairsNegLogLik: -found.logLikelihood,
    };
  }),
  runner<{
    readonly attr: readonly number[];
    readonly sat: readonly number[];
    readonly gamma: number;
    readonly lambda_: readonly number[];
    readonly grades: readonly number[];
    readonly gmax: number;
  }>("clickModels.cascade_dbn_dcm_err", ({ attr, sat, gamma, lambda_, grades, gmax }) => {
    const { views, clicks } = satisfiedViews(attr, sat, gamma);
    return {
      cascadeExam: cascadeViews(attr),
      dbnExam: views,
      dbnClick: clicks,
      dcmExam: dependentViews(attr, lambda_),
      ERR: expectedReciprocalRank(grades, gmax),
    };
  }),
  runner<Trust>("trustBias.affine", ({ theta, epsPlus, epsMinus, gamma }) => {
    const ranks = theta.map((each, i) => ({
      theta: each,
      plus: epsPlus[i] ?? 0,
      minus: epsMinus[i] ?? 0,
    }));
    const chances = ranks.map((rank) => clickChance(affineOf(rank), gamma));
    const corrected = ranks.map((rank, i) => relevanceOf(rank, chances[i] ?? 0));
    const given = ranks.map((rank) => relevanceGiven(rank, gamma));
    return {
      alpha: ranks.map((rank) => affineOf(rank).alpha),
      beta: ranks.map((rank) => affineOf(rank).beta),
      clickProb: chances,
      affineOfExpectedClick: corrected.map(({ affine }) => affine),
      plainIpsOfExpectedClick: corrected.map(({ plain }) => plain),
      bayesIpsOfExpectedClick: corrected.map(({ bayes }) => bayes),
      posteriorRel_click: given.map(({ click }) => click),
      posteriorRel_noClick: given.map(({ noClick }) => noClick),
    };
  }),
  runner<{
    readonly zetaPlus: number;
    readonly zetaMinus: number;
    readonly gamma: number;
    readonly clickRate: number;
  }>("trustBias.emStep", ({ zetaPlus, zetaMinus, gamma, clickRate }) => {
    const { click, noClick } = relevanceGiven(
      { theta: 1, plus: zetaPlus, minus: zetaMinus },
      gamma,
    );
    const next = trustStep([{ item: "a", rank: 1, impressions: 1, clicks: clickRate }], {
      zetaPlus: new Map([[1, zetaPlus]]),
      zetaMinus: new Map([[1, zetaMinus]]),
      gamma: new Map([["a", gamma]]),
    });
    return {
      pRel_click: click,
      pRel_noClick: noClick,
      zetaPlusNew: next.zetaPlus.get(1),
      zetaMinusNew: next.zetaMinus.get(1),
      gammaNew: next.gamma.get("a"),
    };
  }),
  runner<{
    readonly ctr: number;
    readonly beta: number;
    readonly alpha: number;
    readonly alphaClipped: number;
    readonly regression: number;
  }>("oosterhuis.affineClippedDR.label", ({ ctr, beta, alpha, alphaClipped, regression }) => {
    const label = trustedLabel({
      clickRate: ctr,
      affine: { alpha, beta },
      prediction: regression,
      least: alphaClipped,
    });
    return { weight: label, sameAs: label };
  }),
  runner<{ readonly depthsX0: readonly number[]; readonly depthsX1: readonly number[] }>(
    "pbm.yuleSimon.regression",
    ({ depthsX0, depthsX1 }) => {
      const fit = answered(
        fitDepthRegression([
          ...depthsX0.map((depth) => ({ depth, covariates: [0] })),
          ...depthsX1.map((depth) => ({ depth, covariates: [1] })),
        ]),
      );
      const [beta0 = Number.NaN, beta1 = Number.NaN] = fit.beta;
      return {
        rho0: Math.exp(beta0),
        rho1: Math.exp(beta0 + beta1),
        beta0,
        beta1,
        logLik: fit.logLikelihood,
        seBeta0: fit.se[0],
        LRhomogeneity: fit.homogeneity,
      };
    },
  ),
  runner<{ readonly depths: readonly number[]; readonly a: number; readonly b: number }>(
    "pbm.yuleSimon.mapGammaPrior",
    ({ depths, a, b }) => ({ rhoMAP: depthsOfUser(depths, { shape: a, rate: b }) }),
  ),
];
