import type { Answered, DifferenceRow, EstimateRow, Result } from "../evaluate/conclude/result.js";
import type { FittedFeed } from "../evaluate/fit.js";

/** What a policy really earns per trajectory, where a simulator knows it. */
export interface Truth {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly value: number;
}

/** Rows as elements see them: where a number is withheld, the reason stands in its place. */
export type ReportedEstimate = Answered<EstimateRow>;
export type ReportedDifference = Answered<DifferenceRow>;

/** What a page knows besides a result: known answers, where there are any. */
export interface Extras {
  readonly truth?: readonly Truth[];
  /** The title that a user gave the page, in place of the conclusion. */
  readonly title?: string;
}

/** A result as elements see it. */
export interface ReportedResult extends Omit<Result, "estimates" | "differences">, Extras {
  readonly estimates: readonly ReportedEstimate[];
  readonly differences: readonly ReportedDifference[];
}

export interface ReportedFeed extends FittedFeed {
  /** Level of the parameters' intervals. */
  readonly confidence: number;
}
