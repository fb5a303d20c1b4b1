import { poisson } from "../random/poisson.js";
import { type Chance, purposes } from "./chance.js";
import type { World } from "./world.js";

/** One user: what is latent, the arm, and the days of the sessions. Refilled for each user. */
export interface Person {
  user: number;
  /** N(0, 1): a trait that rewards and depth do not depend on, unless a dial makes them. */
  trait: number;
  level: number;
  /** Liking for each topic. */
  readonly taste: Float64Array;
  arm: number;
  /** How many sessions there are, and the day of each, from 0, in order. */
  sessions: number;
  days: Int32Array;
  /** What the user remembers of topics, under the policy that is being played. */
  readonly memory: Float64Array;
}

export const emptyPerson = ({ items }: World): Person => ({
  user: 0,
  trait: 0,
  level: 0,
  taste: new Float64Array(items.topics),
  arm: 0,
  sessions: 0,
  days: new Int32Array(16),
  memory: new Float64Array(items.topics),
});

export interface Spread {
  readonly arms: Float64Array;
  readonly days: Float64Array;
}

/** The shares of a world's arms, and of its days by their weekday. */
export function spreadOf(world: World): Spread {
  const days = Array.from({ length: world.days }, (_, day) => weekdayOf(world, day).sessions);
  return { arms: cumulative(world.policies.map(({ share }) => share)), days: cumulative(days) };
}

/** What a day of the world, from 0, is like. */
export function weekdayOf({ firstDay, week }: World, day: number): World["week"][number] {
  // 1970-01-01 was a Thursday; the week starts on Monday.
  return week[(dayNumber(firstDay) + day + 3) % 7] as World["week"][number];
}

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** Draws user number `user`: the same one whatever others do, and under every policy. */
export function drawPerson(
  person: Person,
  world: World,
  spread: Spread,
  user: number,
  chance: Chance,
): void {
  chance.set(user, 0, purposes.person);
  person.user = user;
  person.arm = pick(spread.arms, chance.next());
  person.trait = chance.normal();
  person.level = world.level * chance.normal();
  for (let topic = 0; topic < person.taste.length; topic++) {
    person.taste[topic] = world.items.taste * chance.normal();
  }
  chance.set(user, 0, purposes.visits);
  drawDays(person, 1 + poisson(world.sessions - 1, chance), spread, chance);
}

function drawDays(person: Person, count: number, { days }: Spread, chance: Chance): void {
  if (person.days.length < count) person.days = new Int32Array(2 * count);
  person.sessions = count;
  for (let at = 0; at < count; at++) person.days[at] = pick(days, chance.next());
  person.days.subarray(0, count).sort();
}

/** The first place at which cumulative shares exceed u. */
function pick(shares: Float64Array, u: number): number {
  let at = 0;
  while (at < shares.length - 1 && (shares[at] as number) <= u) at++;
  return at;
}

function cumulative(parts: readonly number[]): Float64Array {
  const total = parts.reduce((sum, part) => sum + part, 0);
  let sum = 0;
  return Float64Array.from(parts, (part) => {
    sum += part;
    return sum / total;
  });
}
