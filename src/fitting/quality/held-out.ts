import { type Reason, reason } from "../../errors.js";
import { beforeCutoff } from "../before-cutoff.js";
import type { Fit } from "../fitter.js";
import { fitterOf } from "../fitter-of.js";
import { logLikelihood } from "../likelihood.js";
import { totalsOf } from "../totals.js";
import { checkTransitions, type Transitions } from "../transitions.js";

/** How well trajectories are foretold that took no part in the fit. */
export interface HeldOut {
  readonly logLikelihood: number;
  readonly transitions: number;
  /** ℓ per transition. */
  readonly perTransition: number;
  /** 2^(−mean log2 of the likelihood): 1 for a curve that knows, 2 for a coin. */
  readonly perplexity: number;
  /** ℓ of each fold, where the log was folded; else of the one part held out. */
  readonly folds: readonly number[];
}

/**
 * The likelihood of other transitions under a fit, per transition and as perplexity (methods B.4). A
 * reason where something happened that the fit forbids, or where nothing can be told.
 */
export function heldOut(fit: Fit, others: Transitions): HeldOut | Reason {
  const informative = beforeCutoff(checkTransitions(others), fit.curve.cutoff);
  if ("code" in informative) return informative;
  const { atRisk, ranks } = totalsOf(informative);
  if (atRisk === 0) return nothingHeldOut;
  const hazards = fitterOf(fit.model).foretell(fit, ranks);
  const within = { ...informative, atRisk: informative.atRisk.slice(0, ranks) };
  const found = logLikelihood(hazards, within);
  return Number.isFinite(found) ? heldOutOf([found], atRisk) : forbidden(fit.model, ranks);
}

/** The folds' likelihoods put together. */
export function heldOutOf(folds: readonly number[], transitions: number): HeldOut {
  const total = folds.reduce((sum, fold) => sum + fold, 0);
  const perTransition = total / transitions;
  return {
    logLikelihood: total,
    transitions,
    perTransition,
    perplexity: Math.exp(-perTransition),
    folds,
  };
}

const nothingHeldOut: Reason = reason(
  "nothingHeldOut",
  "No transition was held out: every trajectory held out was censored at rank 1. Hold out more of the log.",
);

const forbidden = (model: string, ranks: number): Reason =>
  reason(
    "forbidden",
    `Among the transitions held out, down to rank ${ranks}, is one that ${model} as fitted says cannot happen. Choose another model.`,
    { model, ranks },
  );
