import type { Catalogue } from "./catalogue.js";
import type { Person } from "./person.js";
import type { World, WorldFeed } from "./world.js";

/** One trajectory of one feed, its candidates and how each policy ranks them. Refilled for each. */
export interface Visit {
  readonly feed: WorldFeed;
  readonly feedIndex: number;
  /** p_r of the feed's curve, and its hazards, by rank from 1. */
  readonly p: Float64Array;
  readonly hazard: Float64Array;
  /**
   * Candidates that are in reach of all policies; new ones, which the logger does not know, follow: first those
   * that all others find, then those that a policy finds alone.
   */
  readonly common: number;
  readonly shared: number;
  readonly pool: number;
  readonly catalogue: Catalogue;
  person: Person;
  day: number;
  /** Number of the trajectory among those of its user. */
  trajectory: number;
  /** The topic of the item through which the feed was entered; −1 where that does not matter. */
  entryTopic: number;
  readonly item: Int32Array;
  readonly relevance: Float64Array;
  /** By candidate and reward: the chance that it is given, but for what dials say. */
  readonly chances: Float64Array;
  /** That chance times the mean of the reward that is given. */
  readonly worth: Float64Array;
  /** 1 where retrieval of the logger has missed the candidate. */
  readonly hidden: Uint8Array;
  /** A Gumbel number of each candidate, which all rankers share. */
  readonly noise: Float64Array;
  readonly rankings: readonly Ranking[];
  /** Where the user is: rank from 1, the candidate there and the one above it (−1: none). */
  rank: number;
  candidate: number;
  before: number;
  /** The list under the user's eyes, what was drawn of it: views, and rewards by rank and kind. */
  shown: Ranking;
  depth: number;
  readonly earned: Float64Array;
}

/** A policy's order of the candidates that it found. */
export interface Ranking {
  readonly scores: Float64Array;
  /** Room to sort them. */
  readonly keys: Float64Array;
  /** Candidates in the order that the policy gave them, and in that which is shown. */
  readonly order: Int32Array;
  readonly list: Int32Array;
  /** How many candidates it found, and how many of them are shown. */
  count: number;
  length: number;
  /** By candidate, from 1, or 0 where it was not found: the policy's rank, and where it is shown. */
  readonly rank: Int32Array;
  readonly position: Int32Array;
}

export const topicOf = ({ catalogue, item }: Visit, candidate: number): number =>
  catalogue.topic[item[candidate] as number] as number;

export function emptyVisit(
  world: World,
  feedIndex: number,
  catalogue: Catalogue,
  curve: Float64Array,
  added: { readonly shared: number; readonly alone: number },
  person: Person,
): Visit {
  const feed = world.feeds[feedIndex] as WorldFeed;
  const common = feed.candidates;
  const shared = common + added.shared;
  const pool = shared + added.alone;
  const rankings = world.policies.map(() => emptyRanking(pool));
  return {
    feed,
    feedIndex,
    p: curve,
    hazard: hazardOf(curve),
    common,
    shared,
    pool,
    catalogue,
    person,
    day: 0,
    trajectory: 0,
    entryTopic: -1,
    item: new Int32Array(pool),
    relevance: new Float64Array(pool),
    chances: new Float64Array(pool * world.rewards.length),
    worth: new Float64Array(pool * world.rewards.length),
    hidden: new Uint8Array(pool),
    noise: new Float64Array(pool),
    rankings,
    rank: 0,
    candidate: 0,
    before: -1,
    shown: rankings[0] as Ranking,
    depth: 0,
    earned: new Float64Array(common * world.rewards.length),
  };
}

const emptyRanking = (pool: number): Ranking => ({
  scores: new Float64Array(pool),
  keys: new Float64Array(pool),
  order: new Int32Array(pool),
  list: new Int32Array(pool),
  count: 0,
  length: 0,
  rank: new Int32Array(pool),
  position: new Int32Array(pool),
});

const hazardOf = (p: Float64Array): Float64Array =>
  p.map((here, at) => (here === 0 ? 1 : 1 - (p[at + 1] ?? 0) / here));
