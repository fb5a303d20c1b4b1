import { type Chance, purposes } from "./chance.js";
import { orderByScore } from "./order-by-score.js";
import type { Person } from "./person.js";
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
export function prepare(
  visit: Visit,
  occasion: Occasion,
  world: World,
  steps: readonly Step[],
  chance: Chance,
): void {
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
  const common = person.level + occasion.lift;
  for (let at = 0; at < visit.pool; at++) {
    visit.odds[at] = Math.exp(-common - (visit.relevance[at] as number));
  }
  drawLuck(visit, steps, chance);
  world.policies.forEach((policy, at) => {
    rankBy(visit, policy, visit.rankings[at] as Ranking, at === 0);
    arrange(visit, visit.rankings[at] as Ranking, steps, chance);
  });
}

/**
 * Candidates without replacement: some of the popular items, the rest of the others, so that an item is retrieved
 * with probability popular / (number of popular items), or the like. New ones are found by all but the logger.
 */
function drawCandidates(visit: Visit, { items, feeds }: World, chance: Chance): void {
  const { popular } = feeds[visit.feedIndex] as World["feeds"][number];
  drawItems(visit.item, 0, popular, 0, items.popular, chance);
  drawItems(visit.item, popular, visit.known, items.popular, items.count - items.popular, chance);
  const added = visit.catalogue.topic.length - items.count;
  drawItems(visit.item, visit.known, visit.pool, items.count, added, chance);
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

function drawLuck(visit: Visit, steps: readonly Step[], chance: Chance): void {
  const { person, trajectory } = visit;
  chance.set(person.user, trajectory, purposes.ranker);
  for (let at = 0; at < visit.pool; at++) visit.noise[at] = -Math.log(-Math.log(chance.next()));
  chance.set(person.user, trajectory, purposes.rewards);
  for (let at = 0; at < visit.luck.length; at++) visit.luck[at] = chance.next();
  if (steps.some(({ amount }) => amount !== undefined)) {
    for (let at = 0; at < visit.fortune.length; at++) visit.fortune[at] = chance.next();
  }
  chance.set(person.user, trajectory, purposes.depth);
  for (let at = 0; at < visit.stops.length; at++) visit.stops[at] = chance.next();
}

/** Plackett–Luce by the Gumbel trick: a Gumbel number times the temperature on top of each score. */
function rankBy(visit: Visit, policy: WorldPolicy, ranking: Ranking, isLogger: boolean): void {
  const { catalogue, item, relevance, noise, hidden } = visit;
  const pool = isLogger ? visit.known : visit.pool;
  for (let at = 0; at < pool; at++) {
    const number = item[at] as number;
    const missed = isLogger && hidden[at] === 1;
    ranking.scores[at] = missed
      ? -Infinity
      : policy.relevance * (relevance[at] as number) +
        policy.popularity * (catalogue.popularity[number] as number) +
        policy.error * (catalogue.error[number] as number) +
        policy.temperature * (noise[at] as number);
  }
  orderByScore(ranking.scores, 0, pool, ranking.order);
  ranking.found = pool;
  while (ranking.scores[ranking.order[ranking.found - 1] as number] === -Infinity) ranking.found--;
}

function arrange(visit: Visit, ranking: Ranking, steps: readonly Step[], chance: Chance): void {
  const { person, trajectory } = visit;
  ranking.length = Math.min(ranking.found, visit.known);
  for (let at = 0; at < ranking.found; at++) ranking.list[at] = ranking.order[at] as number;
  for (const { arrange: change } of steps) {
    change?.(ranking, chance.set(person.user, trajectory, purposes.product + 100));
  }
  ranking.rank.fill(0);
  ranking.position.fill(0);
  for (let at = 0; at < ranking.found; at++) {
    ranking.rank[ranking.order[at] as number] = at + 1;
    ranking.position[ranking.list[at] as number] = at + 1;
  }
}
