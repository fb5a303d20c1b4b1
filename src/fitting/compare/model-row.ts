import type { Reason } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import type { CurveError } from "./curve-error.js";
import type { GoodnessOfFit } from "./goodness-of-fit.js";
import type { HeldOut } from "./held-out.js";
import type { InformationCriteria } from "./information-criteria.js";

/** One model in a comparison: how it fits, or why it does not. */
export type ModelRow = FittedRow | { readonly model: string; readonly none: Reason };

export interface FittedRow {
  readonly model: string;
  readonly fit: Fit;
  readonly goodness: GoodnessOfFit;
  readonly criteria: InformationCriteria;
  readonly error: CurveError | Reason;
  /** Present where the log came in folds. */
  readonly heldOut?: HeldOut | Reason;
}
