import type { Reason } from "../errors.js";
import type { CurveSpec } from "../exposure/curve.js";
import type { TransitionScore } from "../exposure/score.js";
import type { Transitions } from "./transitions.js";

/**
 * How a curve of the list of curves is learnt from transitions. A member finds the parameters, and says
 * how they move with the data; likelihood, fit quality, clustered errors and comparison are derived from
 * that once for all members.
 */
export interface Fitter {
  /** The name of the curve that it fits. */
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  /**
   * The fit by maximum likelihood, or the reason why there is none. Throws, as `checkTransitions` does,
   * for counts that no set of trajectories can have.
   */
  readonly fit: (transitions: Transitions, options?: FitOptions) => Fit | Reason;
  /** The hazards at ranks 1 … n by which the fit foretells trajectories that it has not seen. */
  readonly foretell: (fit: Fit, n: number) => readonly number[];
  /**
   * How much part of the data moves each estimate, to first order; the parts of all trajectories add
   * to 0. The sum of squares over independent parts is the variance of the estimate.
   */
  readonly shift: (fit: Fit) => (part: Transitions) => readonly number[];
  /**
   * What one stop, and one going on, at each rank of the fit moves a result by, to first order, on the
   * scale of `shift`; `slopes[k − 1]` is ∂result/∂log p_k. `curveInfluence` is the form for callers.
   */
  readonly influence: (fit: Fit, slopes: readonly number[]) => TransitionScore;
}

export interface FitOptions {
  /** The last rank that can be viewed; a view beyond it is refused, and none foretold. */
  readonly cutoff?: number;
}

/** A parameter's estimate; its standard error, or why there is none. */
export interface Estimate {
  readonly name: string;
  readonly value: number;
  readonly se: number | Reason;
  /** Where `se` allows for clusters: the error by the observed information, or by Greenwood. */
  readonly plainSe?: number;
}

/** A curve learnt from transitions, with all that its uncertainty can be recomputed from. */
export interface Fit {
  readonly model: string;
  readonly curve: CurveSpec;
  readonly estimates: readonly Estimate[];
  /** How many numbers were chosen by the data. */
  readonly freeParameters: number;
  readonly logLikelihood: number;
  /** Those before the cut-off, where there is one. */
  readonly transitions: Transitions;
  /** The last rank with 50 views at risk; beyond it a parametric curve is extrapolation. */
  readonly lastSupportedRank: number;
  /** Set where the standard errors are of independent clusters: how many. */
  readonly clusters?: number;
  /** Set where the best value lies at the end of its range, so that it has no standard error. */
  readonly boundary?: Reason;
  /** Set where the curve cannot be used as it stands, such as rho ≤ 1 without a cut-off. */
  readonly fault?: Reason;
  /** Set where a parametric tail replaces the measured curve. */
  readonly splice?: Splice;
}

/** Ranks up to `after` are as measured; the rest follow the ratios of the tail's curve. */
export interface Splice {
  readonly after: number;
  readonly tail: Fit;
}
