import type { RankedRun } from "../answers/index.js";
import type { Reason } from "../errors.js";
import type { Inference } from "../inference/inference.js";
import type { Variants } from "./explain.js";
import type { Measure } from "./measure.js";
import type { Family } from "./orders.js";
import type { Preset } from "./presets.js";
import type { UserValues } from "./score.js";

/** The measures of runs, and how they are compared. */
export interface RankRequest {
  /** "nDCG@10,DCG@100", or a list of these. */
  readonly measures: string | readonly string[];
  /** The name of a preset; without it, the paper's. */
  readonly conventions?: string;
  /** The run that the others are compared with; without it, the first. */
  readonly baseline?: string;
  readonly confidence?: number;
  readonly adjust?: string;
  /** A preset whose conventions are compared with these. */
  readonly explainAgainst?: string;
  /** Every user's values too. */
  readonly perUser?: boolean;
}

/** A request with its names looked up. */
export interface RankPlan {
  readonly preset: Preset;
  readonly measures: readonly Measure[];
  readonly family: Family | null;
  readonly against: { readonly preset: Preset; readonly variants: readonly Variants[] } | null;
  /** All that must be measured. */
  readonly all: readonly Measure[];
  readonly inference: Inference;
  readonly request: Omit<RankRequest, "measures">;
}

/** A run measured: what is kept of it when its lines are forgotten. */
export interface ScoredRun extends RankedRun {
  readonly values: ReadonlyMap<string, UserValues>;
  readonly firstMissing: string | null;
  readonly firstUnlabelled: string | null;
  readonly notes: readonly Reason[];
  /** Where grades below 0 bring nothing: users whose value they would change if they took away. */
  readonly clipped: readonly { readonly measure: Measure; readonly users: number }[];
}
