import type { Reason } from "../errors.js";
import type { CurveSpec, NamesModel } from "./curve-spec.js";
import type { TransitionValues } from "./transitions/sums.js";
import type { Transitions } from "./transitions/transitions.js";

/**
 * How a curve is fitted to transitions. A member estimates the parameters and gives their influence
 * functions; likelihood, fit quality, clustered errors and comparison are derived once for all members.
 */
export interface Fitter {
  readonly purpose: string;
  readonly reference: string;
  /** "measured": a value for each rank, which ends where the data end. "parametric": any rank. */
  readonly kind: "measured" | "parametric";
  /** Set for the one parametric curve that examples show, and what-if takes, as a table's tail. */
  readonly usualTail?: true;
  /**
   * The fit by maximum likelihood, or the reason why there is none. Throws, as `checkTransitions` does,
   * for counts that no set of trajectories can have.
   */
  readonly fit: (transitions: Transitions, options?: FitOptions) => Fit | Reason;
  /** The hazards at ranks 1 … n that the fit predicts for trajectories that it has not seen. */
  readonly predictHazards: (fit: Fit, n: number) => readonly number[];
  /**
   * The influence of part of the data on each estimate, to first order; the parts of all trajectories
   * add to 0. The sum of squares over independent parts is the variance of the estimate.
   */
  readonly parameterInfluence: (fit: Fit) => (part: Transitions) => readonly number[];
  /**
   * The influence of one stop, and of one continuation, at each rank of the fit on a result whose slopes
   * along the curve are `slopes[k − 1]` = ∂result/∂log p_k. The scale is that of `parameterInfluence`.
   */
  readonly curveInfluence: (fit: Fit, slopes: readonly number[]) => TransitionValues;
}

export interface FitOptions {
  /** The last rank that can be viewed; a log with a view beyond it is refused. */
  readonly cutoff?: number;
}

/** The estimate of a parameter; its standard error, or why there is none. */
export interface FittedParameter {
  readonly name: string;
  readonly value: number;
  readonly se: number | Reason;
  /** Where `se` allows for clusters: the error from the observed information, or Greenwood's. */
  readonly plainSe?: number;
}

/** A curve fitted to transitions, with all that its uncertainty can be recomputed from. */
export interface Fit extends NamesModel {
  readonly model: string;
  readonly curve: CurveSpec;
  readonly estimates: readonly FittedParameter[];
  /** How many numbers were estimated. */
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
