import { exp } from "../numeric/elementary/exp.js";
import { type Chance, purposes } from "./chance.js";
import { gumbelOf } from "./gumbel.js";
import type { Person } from "./person.js";
import type { Simulation } from "./simulation.js";
import type { Step } from "./step.js";
import type { Ranking, Visit } from "./visit.js";
import type { World, WorldPolicy } from "./world.js";

/** Which trajectory it is: its user, its day, its number, and the topic through which it was entered. */
export interface Occasion {
  readonly person: Person;
  readonly day: number;
  readonly lift: number;
  readonly trajectory: number;
  readonly entryTopic: number;
}

/** Fills a visit: candidates, what they are worth to the user, and how every policy ranks them. */
export function prepare(visit: Visit, occasion: Occasion, simulation: Simulation): void {
  const { world, steps, chance } = simulation;
  const { person, trajectory } = occasion;
  visit.person = person;
  visit.day = occasion.day;
  visit.trajectory = trajectory;
  visit.entryTopic = occasion.entryTopic;
  drawCandidates(visit, world, chance.set(person.user, trajectory, purposes.candidates));
  for (let at = 0; at < visit.pool; at++) visit.relevance[at] = relevanceOf(visit, at);
  visit.hidden.fill(0);
  for (const { retrieve } of steps) {
    retrieve?.(visit, chance.set(person.user, trajectory, purposes.product));
  }
  judge(visit, person.level + occasion.lift, simulation);
  const { noise, pool } = visit;
  chance.set(person.user, trajectory, purposes.ranker).fill(noise, pool);
  for (let at = 0; at < pool; at++) noise[at] = gumbelOf(noise[at] as number);
  for (const policy of simulation.policies) {
    const ranking = visit.rankings[policy] as Ranking;
    rankBy(
      visit,
      world.policies[policy] as WorldPolicy,
      simulation.leanings[policy] as Float64Array,
      ranking,
      policy === 0,
    );
    arrange(visit, ranking, steps, chance);
  }
}

/** σ(base + common + relevance) of every candidate and reward, with one exponential for each candidate. */
function judge(
  { item, relevance, chances, worth, pool }: Visit,
  common: number,
  { factors, rules: { means } }: Simulation,
): void {
  const kinds = factors.length;
  for (let at = 0; at < pool; at++) {
    const odds = exp(-common - (relevance[at] as number));
    const first = (item[at] as number) * kinds;
    for (let k = 0; k < kinds; k++) {
      const chance = 1 / (1 + (factors[k] as number) * odds);
      chances[at * kinds + k] = chance;
      worth[at * kinds + k] = chance * (means[first + k] as number);
    }
  }
}

/**
 * Candidates without replacement: some of the popular items, the rest of the others, so that an item is retrieved
 * with probability popular / (number of popular items), or the like. New ones are found by all but the logger.
 */
function drawCandidates(visit: Visit, { items, feeds }: World, chance: Chance): void {
  const { popular } = feeds[visit.feedIndex] as World["feeds"][number];
  drawItems(visit.item, 0, popular, 0, items.popular, chance);
  drawItems(visit.item, popular, visit.common, items.popular, items.count - items.popular, chance);
  const added = visit.catalogue.topic.length - items.count;
  drawItems(visit.item, visit.common, visit.pool, items.count, added, chance);
}

/** By rejection, which needs few tries: lists are short compared with the catalogue, or tiny. */
function drawItems(
  into: Int32Array,
  start: number,
  end: number,
  first: number,
  count: number,
  chance: Chance,
): void {
  for (let at = start; at < end; ) {
    const item = first + chance.integer(count);
    let fresh = true;
    for (let before = start; before < at && fresh; before++) fresh = into[before] !== item;
    if (fresh) into[at++] = item;
  }
}

function relevanceOf({ catalogue, item, person }: Visit, at: number): number {
  const number = item[at] as number;
  const taste = person.taste[catalogue.topic[number] as number] as number;
  return (catalogue.quality[number] as number) + taste;
}

/** Plackett–Luce by the Gumbel trick: a Gumbel number times the temperature on top of each score. */
function rankBy(
  visit: Visit,
  { relevance: weight, temperature, finds }: WorldPolicy,
  leaning: Float64Array,
  ranking: Ranking,
  isLogger: boolean,
): void {
  const { item, relevance, noise, hidden } = visit;
  const pool = isLogger ? visit.common : visit.shared;
  const scores = ranking.scores;
  for (let at = 0; at < pool; at++) {
    const score =
      weight * (relevance[at] as number) +
      (leaning[item[at] as number] as number) +
      temperature * (noise[at] as number);
    scores[at] = isLogger && hidden[at] === 1 ? -Infinity : score;
  }
  const first = visit.rankings[0] as Ranking;
  for (let at = 0; at < pool; at++) {
    ranking.order[at] = isLogger || at >= visit.common ? at : (first.order[at] as number);
  }
  sortByScore(scores, ranking.order, pool, ranking.keys);
  ranking.count = pool;
  while (scores[ranking.order[ranking.count - 1] as number] === -Infinity) ranking.count--;
  if (finds !== undefined) addFound(visit, finds, ranking);
}

/** Puts the items that the policy alone finds into its order, by relevance, from their rank on. */
function addFound(
  { relevance, shared }: Visit,
  { items, rank, first }: NonNullable<WorldPolicy["finds"]>,
  ranking: Ranking,
): void {
  const { scores, order, keys, count } = ranking;
  const added = Int32Array.from({ length: items }, (_, at) => shared + at);
  for (const at of added) scores[at] = (first === "best" ? 1 : -1) * (relevance[at] as number);
  sortByScore(scores, added, items, keys);
  const place = Math.min(rank - 1, count);
  order.copyWithin(place + items, place, count);
  order.set(added, place);
  ranking.count = count + items;
}

/**
 * Sorts the first n candidates of `order` by falling score; `keys` is room for as many scores. It is quick where
 * they are nearly sorted, as they are where another ranker has sorted them.
 */
export function sortByScore(
  scores: Float64Array,
  order: Int32Array,
  n: number,
  keys: Float64Array,
): void {
  for (let at = 0; at < n; at++) {
    const candidate = order[at] as number;
    const score = scores[candidate] as number;
    let place = at;
    while (place > 0 && (keys[place - 1] as number) < score) {
      keys[place] = keys[place - 1] as number;
      order[place] = order[place - 1] as number;
      place--;
    }
    keys[place] = score;
    order[place] = candidate;
  }
}

function arrange(visit: Visit, ranking: Ranking, steps: readonly Step[], chance: Chance): void {
  const { person, trajectory } = visit;
  const { order, list, rank, position } = ranking;
  ranking.length = Math.min(ranking.count, visit.common);
  for (let at = 0; at < ranking.count; at++) list[at] = order[at] as number;
  for (const { arrange: change } of steps) {
    change?.(ranking, chance.set(person.user, trajectory, purposes.order));
  }
  if (ranking.count < rank.length) {
    rank.fill(0);
    position.fill(0);
  }
  for (let at = 0; at < ranking.count; at++) {
    rank[order[at] as number] = at + 1;
    position[list[at] as number] = at + 1;
  }
}
