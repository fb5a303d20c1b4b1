import { InternalError, type Reason, reason } from "../../errors.js";
import type { FittableCurve } from "../../exposure/curve.js";
import { lastViewedRank, leastAtRisk, viewsBeyond } from "../../exposure/transitions/ranks.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { compareModels } from "../compare/compare.js";
import type { ModelRow } from "../compare/model-row.js";
import type { Recommendation } from "../compare/recommend.js";
import { type Depths, transitionsByBucket, transitionsIn } from "../depths.js";
import { type DayOfTransitions, type Drift, driftOf } from "../drift/drift.js";
import { clusteredErrors } from "../errors/clustered-errors.js";
import { type EmpiricalRank, empiricalCurve } from "./empirical-curve.js";
import { foldsOf, userFolds } from "./folds.js";

/** The position bias in the log of one feed. */
export interface FeedReport {
  /** null where the log has no feeds. */
  readonly feed: string | null;
  readonly trajectories: number;
  /** Censored trajectories. */
  readonly censored: number;
  /** Buckets of users that hold trajectories. */
  readonly buckets: number;
  readonly transitions: Transitions;
  /** The curve as measured, by rank. */
  readonly empirical: readonly EmpiricalRank[];
  /** The models side by side, standard errors being those of buckets of users. */
  readonly rows: readonly ModelRow[];
  readonly recommendation: Recommendation;
  /** Of the recommended model. */
  readonly drift: Drift | Reason;
  readonly warnings: readonly Reason[];
}

/** The log of one feed, as it was added up. */
export interface FeedCounts {
  readonly feed: string | null;
  readonly depths: Depths;
  readonly days: readonly DayOfTransitions[];
  readonly cutoff?: number;
  /** Whether the log says where lists end, so that their end is not taken for a stop. */
  readonly censoringKnown: boolean;
  /** The models to compare; default: all of the list. */
  readonly curves?: readonly FittableCurve[];
  /** Parts of the users for cross-validation; default 4. */
  readonly folds?: number;
}

/**
 * Every model fitted on the depths of one feed and compared by cross-validation over users, with the
 * measured curve and its drift over days. A log that no model can be fitted to gives rows with reasons.
 * Throws as `transitionsIn` does.
 */
export function reportFeed({
  feed,
  depths,
  days,
  folds = userFolds,
  ...rest
}: FeedCounts): FeedReport {
  const transitions = transitionsIn(depths);
  const buckets = transitionsByBucket(depths);
  const options = {
    ...(rest.cutoff === undefined ? {} : { cutoff: rest.cutoff }),
    ...(rest.curves === undefined ? {} : { curves: rest.curves }),
  };
  const { rows, recommendation } = compareModels(foldsOf(buckets, folds, transitions), options);
  const clustered = rows.map((row) => withClusteredErrors(row, buckets));
  return {
    feed,
    trajectories: transitions.trajectories,
    censored: transitions.trajectories - transitions.stops.reduce((sum, count) => sum + count, 0),
    buckets: buckets.size,
    transitions,
    empirical: empiricalCurve(transitions, buckets.values()),
    rows: clustered,
    recommendation,
    drift: driftOfRecommended(days, clustered, recommendation),
    warnings: feedWarnings(transitions, rest.censoringKnown),
  };
}

function withClusteredErrors(row: ModelRow, buckets: ReadonlyMap<number, Transitions>): ModelRow {
  return "none" in row ? row : { ...row, fit: clusteredErrors(row.fit, buckets.values()) };
}

function driftOfRecommended(
  days: readonly DayOfTransitions[],
  rows: readonly ModelRow[],
  recommendation: Recommendation,
): Drift | Reason {
  if ("none" in recommendation) return recommendation.none;
  const [fit] = rows.flatMap((row) =>
    "fit" in row && row.model === recommendation.model ? [row.fit] : [],
  );
  if (fit === undefined) throw new InternalError(`no row of ${recommendation.model}`);
  return driftOf(days, fit);
}

/** What may make the fits of a feed wrong although they succeed. */
function feedWarnings(transitions: Transitions, censoringKnown: boolean): readonly Reason[] {
  const supported = lastViewedRank(transitions);
  const beyond = viewsBeyond(transitions, supported);
  return [
    ...(censoringKnown ? [] : [listLengthUnknown]),
    ...(beyond > 0 ? [thinRanks(supported, beyond)] : []),
  ];
}

const listLengthUnknown: Reason = reason(
  "listLengthUnknown",
  "The log does not say how long its lists are, so that a trajectory that reached the end of its list counts as stopped there: fitted curves then fall too fast, and rewards at deep ranks count for too much. Set log.listLength, or log.censored for trajectories whose end was not seen.",
);

const thinRanks = (rank: number, views: number): Reason =>
  reason(
    "thinRanks",
    `Rank ${rank} is the last that ${leastAtRisk} trajectories or more view; ${views} views lie beyond it, where a measured curve is too thin to divide by and a fitted one is extrapolated. A parametric fit extrapolates; a table needs a tail of the model that fits best, { fit: table, tail: … }.`,
    { rank, views, least: leastAtRisk },
  );
