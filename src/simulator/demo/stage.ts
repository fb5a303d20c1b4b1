import { expectedViews, survival } from "../survival.js";
import type { DemoWorld, Feed, TargetPolicy } from "./world.js";

/**
 * The workspace of one feed, refilled by every session. Candidates 0 … shown−1 are retrieved by
 * the logger, the rest only by others; candidates 2k and 2k+1 are the two versions of story k, so
 * what depends on the story alone is held once, by story.
 */
export interface Stage {
  readonly feed: Feed;
  readonly feedIndex: number;
  readonly p: Float64Array;
  readonly expectedViews: number;
  readonly shown: number;
  readonly pool: number;
  readonly story: Int32Array;
  readonly relevance: Float64Array;
  readonly likeChance: Float64Array;
  readonly watchChance: Float64Array;
  readonly meanSeconds: Float64Array;
  /** E[seconds watched], zeros included. */
  readonly watchValue: Float64Array;
  readonly logged: Ranking;
  readonly targets: readonly { readonly policy: TargetPolicy; readonly ranking: Ranking }[];
}

/** Scores by candidate, candidates by falling score, and rank (from 1) by candidate. */
export interface Ranking {
  readonly scores: Float64Array;
  readonly order: Int32Array;
  readonly rank: Int32Array;
}

/** One workspace per feed of the world, in the world's order. */
export function stagesOf(world: DemoWorld): readonly Stage[] {
  return world.feeds.map((feed, feedIndex) => stageOf(world, feed, feedIndex));
}

function stageOf(world: DemoWorld, feed: Feed, feedIndex: number): Stage {
  const pool = feed.listLength + feed.unseen;
  const p = survival(feed.curve, feed.listLength);
  return {
    feed,
    feedIndex,
    p,
    expectedViews: expectedViews(p),
    shown: feed.listLength,
    pool,
    story: new Int32Array(pool / 2),
    relevance: new Float64Array(pool / 2),
    likeChance: new Float64Array(pool / 2),
    watchChance: new Float64Array(pool / 2),
    meanSeconds: new Float64Array(pool / 2),
    watchValue: new Float64Array(pool / 2),
    logged: emptyRanking(pool),
    targets: world.policies.map((policy) => ({ policy, ranking: emptyRanking(pool) })),
  };
}

function emptyRanking(pool: number): Ranking {
  return {
    scores: new Float64Array(pool),
    order: new Int32Array(pool),
    rank: new Int32Array(pool),
  };
}
