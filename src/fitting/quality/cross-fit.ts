import { type Reason, reason } from "../../errors.js";
import { addTransitions } from "../add-transitions.js";
import type { FitOptions, Fitter } from "../fitter.js";
import type { Transitions } from "../transitions.js";
import { type HeldOut, heldOut, heldOutOf } from "./held-out.js";

/**
 * Each fold foretold by a fit on the others. Folds of whole users (not of trajectories) tell how a curve
 * does for users it has not seen. A reason where there are fewer than two folds, or where one of the
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
    const found = heldOut(fit, fold);
    if ("code" in found) return found;
    likelihoods.push(found.logLikelihood);
    transitions += found.transitions;
  }
  return heldOutOf(likelihoods, transitions);
}

const tooFewFolds = (folds: number): Reason =>
  reason(
    "tooFewFolds",
    `Two folds or more are needed to foretell one by others; there are ${folds}.`,
    {
      folds,
    },
  );
