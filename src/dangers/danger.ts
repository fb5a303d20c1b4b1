import type { ReasonCode } from "../codes.js";
import type { Facts } from "../errors.js";
import type { Line } from "./line.js";

/** What a danger does to a line's call. */
export type Effect =
  /** It survives, or there is no sign of it. */
  | "none"
  /** It survives; both numbers are shown. */
  | "watch"
  /** It could not be checked. */
  | "inconclusive"
  /** The number may be right and does not decide. */
  | "cannotTell"
  /** The number itself is wrong by an amount that matters. */
  | "doNotTrust";

/** A re-estimate of the line's difference under another reading of the same log. */
export interface Alternative {
  readonly difference: number;
  readonly se: number;
}

export interface Finding {
  readonly code: ReasonCode;
  readonly effect: Effect;
  /** Whether the log shows a sign of the danger, so that the call must survive it. */
  readonly binds: boolean;
  readonly alternative?: Alternative;
  /** One sentence; what it says stands in `facts`. */
  readonly message: string;
  readonly facts: Facts;
}

/**
 * One danger to a decision: an alternative reading of the same log. It reads the line's tables and says
 * whether the log shows a sign of it, what the difference would be, and whether the call survives.
 */
export interface Danger {
  readonly code: ReasonCode;
  /** Its row in the block "Does the decision survive?". */
  readonly title: string;
  readonly purpose: string;
  /** Whether later re-estimates say nothing where this one refuses the line. */
  readonly spoilsOthers: boolean;
  readonly examine: (line: Line) => Finding;
}
