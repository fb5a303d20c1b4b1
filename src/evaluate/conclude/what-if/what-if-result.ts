import type { Reason } from "../../../errors.js";
import type { Estimand } from "../../../estimators/estimator.js";
import type { Parameters } from "../../../parameters.js";
import type { EstimatorName } from "../names.js";

/** What an interval says of a candidate. */
export type CurveVerdict = "better" | "worse" | "cannotTell";

/**
 * What other curves make of one reward's policies on one feed, by the estimator that decides; policies that
 * it has no answer for are left out, and those that another one decides on stand apart.
 */
export interface WhatIf {
  readonly feed: string | null;
  readonly reward: string;
  readonly better: "higher" | "lower";
  readonly baseline: string;
  readonly estimator: EstimatorName;
  readonly parameters: Parameters;
  readonly estimand: Estimand;
  /** The curve as used first. */
  readonly curves: readonly WhatIfCurve[];
  readonly tipping: readonly Tipping[];
}

/** Point estimates under one curve; errors are not recomputed. */
export type WhatIfCurve = {
  readonly kind: "asUsed" | "family" | "interval" | "power";
  readonly label: string;
} & (
  | {
      readonly policies: readonly { readonly policy: string; readonly value: number }[];
      /** Best first; equal values in the study's order. */
      readonly order: readonly string[];
      readonly sameOrder: boolean;
      readonly differences: readonly WhatIfDifference[];
    }
  | { readonly none: Reason }
);

/** A difference under another curve, read with the width that its interval has under the one used. */
export interface WhatIfDifference {
  readonly policy: string;
  readonly value: number;
  readonly verdict: CurveVerdict;
}

/** Where a verdict changes as the curve's parameter moves, the interval's width held. */
export interface Tipping {
  readonly policy: string;
  readonly verdict: CurveVerdict;
  readonly parameter: string;
  /** The value in use. */
  readonly used: number;
  /** The nearest value at which the verdict is another, or null: it stays between `from` and `to`. */
  readonly at: number | null;
  readonly becomes: CurveVerdict | null;
  /** How many standard errors of the parameter that is away; null where it has none. */
  readonly standardErrors: number | null;
  readonly from: number;
  readonly to: number;
}
