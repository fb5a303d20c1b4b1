import type { Reason } from "../errors.js";
import type { ParameterSpec, Parameters } from "../parameters.js";
import type { TransitionValues } from "./transitions/sums.js";
import type { Transitions } from "./transitions/transitions.js";

/**
 * A model of position bias: p_r = P(V=1|R=r), the probability that the item at displayed rank r is
 * viewed, given that the first one was (p_1 = 1). A member declares its parameters as data and two
 * functions; cut-off, hazard, score and look-up tables are derived from these once for all members.
 */
export interface Curve {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  readonly parameters: readonly ParameterSpec[];
  /** p_1 … p_n, before any cut-off. */
  readonly probabilities: (parameters: Parameters, n: number) => readonly number[];
  /** ∂ log p_r / ∂θ for r = 1 … n, one list per number-valued parameter θ. */
  readonly logDerivatives: (
    parameters: Parameters,
    n: number,
  ) => Readonly<Record<string, readonly number[]>>;
  /** Its hazard as a reader of a report knows it, "flat" or a formula in the rank, where it has one. */
  readonly hazard?: string;
  /** The last rank that the parameters cover, where there is one: the cut-off when none is given. */
  readonly end?: (parameters: Parameters) => number;
  /** What is wrong with parameters that are each in their interval, or with the cut-off. */
  readonly fault?: (parameters: Parameters, cutoff: number | undefined) => Reason | undefined;
  /** The fixed discount of ranking metrics, which no curve of the log replaces: one member. */
  readonly isDiscount?: true;
  /** How the curve is fitted to a log. Without it a study must give the parameters. */
  readonly fitter?: Fitter;
}

/** A curve that can be fitted. */
export interface FittableCurve extends Curve {
  readonly fitter: Fitter;
}

/** Under this key a value that names a model carries the curves that a caller added; JSON leaves it out. */
export const ownCurves: unique symbol = Symbol("own curves");

/** A value that names a model: a curve, a fit, or what is to be fitted. */
export interface NamesModel {
  readonly [ownCurves]?: readonly Curve[];
}

/** A curve of the list by its name, with its parameters; beyond `cutoff` the probability is 0. */
export interface CurveSpec extends NamesModel {
  readonly model: string;
  readonly parameters: Parameters;
  readonly cutoff?: number;
}

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
