import { InternalError, type Reason } from "../errors.js";
import { addTransitions } from "./add-transitions.js";
import { clusteredErrors } from "./clustered-errors.js";
import { compareModels } from "./compare.js";
import { type Depths, transitionsByBucket, transitionsIn } from "./depths.js";
import { type DayOfTransitions, type Drift, driftOf } from "./drift.js";
import { type EmpiricalRank, empiricalCurve } from "./empirical-curve.js";
import { feedWarnings } from "./feed-warnings.js";
import type { ModelRow } from "./model-row.js";
import type { Recommendation } from "./recommend.js";
import type { Transitions } from "./transitions.js";

/** What the log of one feed says of its position bias. */
export interface FeedReport {
  /** null where the log has no feeds. */
  readonly feed: string | null;
  readonly trajectories: number;
  /** Trajectories that were not seen to stop. */
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
  /** Parts of users of which each is foretold by the others; default 4. */
  readonly folds?: number;
}

/**
 * Every model fitted on the depths of one feed, compared by how it foretells users that it has not seen,
 * with the measured curve and its drift over days. A log that no model can be learnt from gives rows
 * with reasons. Throws, as `transitionsIn` does, for depths that are none.
 */
export function reportFeed({ feed, depths, days, folds = 4, ...rest }: FeedCounts): FeedReport {
  const transitions = transitionsIn(depths);
  const buckets = transitionsByBucket(depths);
  const options = rest.cutoff === undefined ? {} : { cutoff: rest.cutoff };
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

/** Whole buckets, and so whole users, together; the whole where fewer than two folds tell anything. */
function foldsOf(
  buckets: ReadonlyMap<number, Transitions>,
  count: number,
  whole: Transitions,
): readonly [Transitions, ...Transitions[]] {
  const folds = new Map<number, Transitions>();
  for (const [bucket, transitions] of buckets) {
    const fold = folds.get(bucket % count);
    folds.set(bucket % count, fold === undefined ? transitions : addTransitions(fold, transitions));
  }
  const [first, ...rest] = folds.values();
  const silent = [...folds.values()].some(({ atRisk }) => atRisk.length === 0);
  return first === undefined || silent ? [whole] : [first, ...rest];
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
