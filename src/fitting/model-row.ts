import type { Reason } from "../errors.js";
import type { Fit } from "./fitter.js";
import type { CurveError } from "./quality/curve-error.js";
import type { GoodnessOfFit } from "./quality/goodness-of-fit.js";
import type { HeldOut } from "./quality/held-out.js";
import type { InformationCriteria } from "./quality/information-criteria.js";

/** One model's line in a comparison: how it fits, or why it does not. */
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
