import type { Fit } from "../../exposure/curve.js";
import { ln } from "../../numeric/elementary/ln.js";

/** Twice the negative log-likelihood plus a price for each parameter; the smaller the better. */
export interface InformationCriteria {
  /** 2k − 2ℓ. */
  readonly aic: number;
  /** k·log n − 2ℓ with n trajectories. */
  readonly bic: number;
}

/** AIC and BIC of a fit. They compare fits of one log, and only under the same cut-off. */
export function informationCriteria(fit: Fit): InformationCriteria {
  const { freeParameters: k, logLikelihood, transitions } = fit;
  const aic = 2 * k - 2 * logLikelihood;
  return { aic, bic: k * ln(transitions.trajectories) - 2 * logLikelihood };
}
