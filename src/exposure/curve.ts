import type { Reason } from "../errors.js";
import type { ParameterSpec, Parameters } from "../parameters.js";

/**
 * A model of position bias: p_r = P(V=1|R=r), the chance that the item at displayed rank r is
 * viewed, given that the first one was (p_1 = 1). A member declares its parameters as data and two
 * functions; cut-off, hazard, score and tables are derived from these once for all members.
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
  /** The last rank that the parameters speak of, where they do: the cut-off when none is given. */
  readonly end?: (parameters: Parameters) => number;
  /** What is wrong with parameters that are each in their interval, or with the cut-off. */
  readonly fault?: (parameters: Parameters, cutoff: number | undefined) => Reason | undefined;
}

/** A curve of the list with its parameters; beyond `cutoff` the probability is 0. */
export interface CurveSpec {
  readonly model: string;
  readonly parameters: Parameters;
  readonly cutoff?: number;
}

/** The curves of a log: one for every feed, or one each by the feed's name. */
export type CurveByFeed =
  | { readonly every: CurveSpec }
  | { readonly byFeed: Readonly<Record<string, CurveSpec>> };

/** Every curve of a log. */
export const curvesOf = (curve: CurveByFeed): readonly CurveSpec[] =>
  "every" in curve ? [curve.every] : Object.values(curve.byFeed);

/** The curve of one feed, where there is one. */
export function curveOfFeed(curve: CurveByFeed, feed: string | null): CurveSpec | undefined {
  if ("every" in curve) return curve.every;
  return feed !== null && Object.hasOwn(curve.byFeed, feed) ? curve.byFeed[feed] : undefined;
}
