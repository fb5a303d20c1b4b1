import { exp } from "../numeric/elementary/exp.js";
import { type Impressions, sessionOf } from "./impressions.js";
import type { Visit } from "./visit.js";
import type { World } from "./world.js";

/** Every candidate of the trajectories in the log, viewed or not, in columns; only the first `count` are filled. */
export interface CandidateRows {
  count: number;
  session: Float64Array;
  feed: Uint8Array;
  item: Int32Array;
  /** Where the item was displayed, from 1, or 0 where it was not. */
  position: Int32Array;
  listLength: Int32Array;
  /** The probability with which retrieval finds the item in such a trajectory. */
  probability: Float64Array;
  /** By reward: what a model that knows the user's taste, but not the level, expects of a view. */
  predictions: Float64Array[];
  /** By policy of the world but the first. */
  ranks: Int32Array[];
}

/** The rows of a block, which are copied into larger columns where they need more room. */
export interface Rows {
  log: Impressions;
  candidates: CandidateRows | null;
}

export function emptyCandidates(world: World, capacity: number): CandidateRows {
  const ints = (): Int32Array => new Int32Array(capacity);
  const doubles = (): Float64Array => new Float64Array(capacity);
  return {
    count: 0,
    session: doubles(),
    feed: new Uint8Array(capacity),
    item: ints(),
    position: ints(),
    listLength: ints(),
    probability: doubles(),
    predictions: world.rewards.map(doubles),
    ranks: world.policies.slice(1).map(ints),
  };
}

/** Writes a trajectory's candidates behind those that are there; there must be room for all of them. */
export function recordCandidates(
  rows: CandidateRows,
  visit: Visit,
  world: World,
  means: Float64Array,
): void {
  const logger = visit.rankings[0] as Visit["rankings"][number];
  for (let at = 0; at < visit.pool; at++) {
    const row = rows.count++;
    const position = logger.position[at] as number;
    const item = visit.item[at] as number;
    rows.session[row] = sessionOf(visit, world);
    rows.feed[row] = visit.feedIndex;
    rows.item[row] = item + 1;
    rows.position[row] = at < visit.common && position <= logger.length ? position : 0;
    rows.listLength[row] = logger.length;
    rows.probability[row] = retrievalOf(visit, item, world);
    for (let p = 0; p < rows.ranks.length; p++) {
      const { rank } = visit.rankings[p + 1] as Visit["rankings"][number];
      (rows.ranks[p] as Int32Array)[row] = rank[at] as number;
    }
    predict(rows.predictions, row, visit, at, means, world);
  }
}

/** Writes what a model that knows the user's taste, but neither level nor day, expects of a view of a candidate. */
export function predict(
  into: readonly Float64Array[],
  row: number,
  { relevance, item }: Visit,
  candidate: number,
  means: Float64Array,
  { rewards }: World,
): void {
  const odds = exp(-(relevance[candidate] as number));
  into.forEach((predictions, k) => {
    const { base } = rewards[k] as World["rewards"][number];
    const mean = means[(item[candidate] as number) * rewards.length + k] as number;
    predictions[row] = mean / (1 + exp(-base) * odds);
  });
}

function retrievalOf(
  { feed, pool, common, catalogue }: Visit,
  item: number,
  { items }: World,
): number {
  if (item < items.popular) return feed.popular / items.popular;
  if (item < items.count) return (feed.candidates - feed.popular) / (items.count - items.popular);
  return (pool - common) / (catalogue.topic.length - items.count);
}
