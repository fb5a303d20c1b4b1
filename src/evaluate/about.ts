import type { Estimand } from "../estimators/estimator.js";
import type { Stratum } from "../log/strata.js";
import type { Summary } from "../log/summary.js";
import type { ScopeCount, Tally } from "../tally/tally.js";
import type { Questions } from "./ask/questions.js";
import type { FittedCurve, SavedFit } from "./curves/fitted-curve.js";
import type { LargestReward } from "./survey/largest-rewards.js";
import type { LogCounts } from "./survey/log-counts.js";

/** What the survey found of a log; kept with the tally, so that results need no second look. */
export interface Survey {
  readonly summary: Summary;
  readonly strata: readonly Stratum[];
  /** Distinct users; null where the log names none, and in a sum of tallies, which cannot know. */
  readonly users: number | null;
  /** Counts by rule: trajectories with holes, spanning days, left out … */
  readonly counts: LogCounts;
  /** Columns too wide to be added exactly, whose sums may differ in the last digits by engine. */
  readonly inexact: number;
  /** The largest values of rewards that reach far, and where they stand. */
  readonly largest?: readonly LargestReward[];
}

/** The tally of a study, with everything that a result needs to know of the log. */
export type StudyTally = Tally<About>;

/** What a tally of a study says of itself. */
export interface About {
  readonly version: 1;
  readonly study: unknown;
  /** Types of the source's columns, as far as roles name them. */
  readonly types: readonly (readonly [column: string, type: string])[];
  readonly survey: Survey;
  /** Null in a sum of tallies that two engines took. */
  readonly engine: EngineFacts | null;
  readonly online: readonly OnlineReward[];
  /** Fitted curves, with all that their error follows from. */
  readonly curves: readonly SavedFit[];
  /** Codes of the diagnostics that the caller added, where there are any: the tally holds their sums. */
  readonly ownDiagnostics?: readonly string[];
}

export interface TakenTally extends QuestionSet {
  readonly tally: StudyTally;
}

/** What a study asks of its log: the questions, under its curves. */
export interface QuestionSet {
  readonly questions: Questions;
  readonly fitted: readonly FittedCurve[];
}

/** The engine that added up. */
export interface EngineFacts {
  readonly name: string;
  readonly version: string;
}

/** What a policy really earned where it ran; no buckets: from a published value and its error. */
export interface OnlineReward {
  readonly policy: string;
  readonly reward: string;
  readonly estimand: Estimand;
  readonly feed: string | null;
  readonly value: number;
  readonly se: number;
  readonly n: number | null;
  readonly clusters: number | null;
  readonly buckets: number | null;
}

export function clustersOf(
  clusters: readonly ScopeCount[] | null,
  feed: string | null,
  day: string | null,
): number | null {
  return (
    clusters?.find((cluster) => cluster.feed === feed && cluster.day === day)?.clusters ?? null
  );
}
