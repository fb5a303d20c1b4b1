import type { Reason } from "../errors.js";
import type { ParameterSpec, Parameters } from "../parameters.js";
import type { Fitter } from "./fitter.js";

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
