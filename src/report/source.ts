import type { Result } from "../evaluate/conclude/result.js";
import type { FittedFeed } from "../evaluate/fit.js";

/** What a policy really earns per trajectory, where a simulator knows it. */
export interface Truth {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly value: number;
}

/** A result as elements see it, with known answers where there are any. */
export interface ReportedResult extends Result {
  readonly truth?: readonly Truth[];
  /** The title that a user gave the page, in place of the conclusion. */
  readonly title?: string;
}

export interface ReportedFeed extends FittedFeed {
  /** Level of the parameters' intervals. */
  readonly confidence: number;
}
