import { type Reason, reason } from "../../errors.js";
import type { Fit, FitOptions, Fitter } from "../../exposure/curve.js";
import { fitterOf } from "../../exposure/index.js";
import { logLikelihood } from "../../exposure/likelihood/likelihood.js";
import { beforeCutoff } from "../../exposure/transitions/ranks.js";
import { addTransitions, totalsOf } from "../../exposure/transitions/sums.js";
import { checkTransitions, type Transitions } from "../../exposure/transitions/transitions.js";
import { exp } from "../../numeric/elementary/exp.js";

/** How well a fit predicts trajectories that took no part in it. */
export interface HeldOut {
  readonly logLikelihood: number;
  readonly transitions: number;
  /** ℓ per transition. */
  readonly perTransition: number;
  /** 2^(−mean log2 of the likelihood): 1 for a certain prediction, 2 for a coin. */
  readonly perplexity: number;
  /** ℓ of each fold, where the log was folded; else of the one part held out. */
  readonly folds: readonly number[];
}

/**
 * The likelihood of other transitions under a fit, per transition and as perplexity. A reason
 * where something happened that the fit forbids, or where nothing was at risk.
 */
export function heldOut(fit: Fit, others: Transitions): HeldOut | Reason {
  const informative = beforeCutoff(checkTransitions(others), fit.curve.cutoff);
  if ("code" in informative) return informative;
  const { atRisk, ranks } = totalsOf(informative);
  if (atRisk === 0) return nothingHeldOut;
  const hazards = fitterOf(fit.model, fit).predictHazards(fit, ranks);
  const within = { ...informative, atRisk: informative.atRisk.slice(0, ranks) };
  const total = logLikelihood(hazards, within);
  return Number.isFinite(total) ? heldOutOf([total], atRisk) : forbidden(fit.model, ranks);
}

/**
 * Cross-validation: each fold predicted by a fit on the others. Folds of whole users (not of trajectories)
 * show how a curve does for users it has not seen. A reason where there are fewer than two folds, or where one of the
 * fits has one.
 */
export function crossFit(
  fitter: Fitter,
  folds: readonly Transitions[],
  options: FitOptions = {},
): HeldOut | Reason {
  if (folds.length < 2) return tooFewFolds(folds.length);
  const likelihoods: number[] = [];
  let transitions = 0;
  for (const [at, fold] of folds.entries()) {
    const fit = fitter.fit(folds.toSpliced(at, 1).reduce(addTransitions), options);
    if ("code" in fit) return fit;
    const result = heldOut(fit, fold);
    if ("code" in result) return result;
    likelihoods.push(result.logLikelihood);
    transitions += result.transitions;
  }
  return heldOutOf(likelihoods, transitions);
}

function heldOutOf(folds: readonly number[], transitions: number): HeldOut {
  const total = folds.reduce((sum, fold) => sum + fold, 0);
  const perTransition = total / transitions;
  return {
    logLikelihood: total,
    transitions,
    perTransition,
    perplexity: exp(-perTransition),
    folds,
  };
}

const tooFewFolds = (folds: number): Reason =>
  reason("tooFewFolds", `Cross-validation needs two folds or more; there are ${folds}.`, {
    folds,
  });

const nothingHeldOut: Reason = reason(
  "nothingHeldOut",
  "No transition was held out: every trajectory held out was censored at rank 1. Hold out more of the log.",
);

const forbidden = (model: string, ranks: number): Reason =>
  reason(
    "forbidden",
    `Among the transitions held out, down to rank ${ranks}, is one that is impossible under ${model} as fitted. Choose another model.`,
    { model, ranks },
  );
