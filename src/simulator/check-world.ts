import { type Reason, reason, StudyError } from "../errors.js";
import { dialFaults, stepsOf } from "./dials/index.js";
import { emptyImpressions } from "./impressions.js";
import { dayNumber } from "./person.js";
import { survival } from "./survival.js";
import type { World, WorldFeed } from "./world.js";
import { impressionColumns } from "./world-columns.js";

/**
 * The world, frozen to its leaves. Throws a StudyError with everything that keeps it from being simulated: no
 * users, more candidates than items, shares that do not add up to 1, a negative temperature, a dial that there
 * is not, two columns of one name.
 */
export function checkWorld(world: World): World {
  requireWhole(world);
  const problems = [
    ...sizeFaults(world),
    ...itemFaults(world),
    ...world.feeds.flatMap((feed) => feedFaults(feed, world)),
    ...rewardFaults(world),
    ...policyFaults(world),
    ...columnFaults(world),
    ...dialFaults(world.dials, world.exposures === true),
  ];
  if (problems.length > 0) throw new StudyError(problems);
  for (const { curve, candidates } of world.feeds) survival(curve, candidates);
  stepsOf(world.dials);
  return freeze(world);
}

/** Programs without types may leave parts of a world out. */
function requireWhole(world: unknown): void {
  const value: object = typeof world === "object" && world !== null ? world : {};
  const missing = Object.keys(parts).filter((key) => (value as never)[key] === undefined);
  if (missing.length === 0) return;
  const message = `A world needs ${missing.join(", ")} too. Begin with a whole one and change what you need: { ...feedWorld, users: 5_000 }.`;
  throw new StudyError(reason("world", message, { missing }));
}

const parts: Record<Exclude<keyof World, "exposures">, true> = {
  name: true,
  users: true,
  sessions: true,
  firstDay: true,
  days: true,
  week: true,
  drift: true,
  items: true,
  feeds: true,
  rewards: true,
  level: true,
  policies: true,
  dials: true,
};

/** The files have a column for each reward and policy, next to their own; databases do not tell cases apart. */
function columnFaults(world: World): Reason[] {
  const rows = emptyImpressions(world, 0, true);
  const names = [
    ...impressionColumns(world, rows).map(({ name }) => name.toLowerCase()),
    "probability",
  ];
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) < at))];
  return twice.flatMap((name) =>
    fault(
      false,
      `The log would have two columns "${name}": give the reward or the policy that makes one of them another name.`,
    ),
  );
}

function sizeFaults({ users, sessions, days, firstDay, week, drift, level }: World): Reason[] {
  return [
    ...fault(
      whole(users, 1) && users < 2 ** 31,
      `users must be a whole number in [1, 2^31); it is ${users}.`,
    ),
    ...fault(
      sessions >= 1 && sessions <= 100,
      `sessions is a mean per user, in [1, 100]; it is ${sessions}.`,
    ),
    ...fault(
      whole(days, 1) && days <= 366,
      `days must be a whole number in [1, 366]; it is ${days}.`,
    ),
    ...fault(
      Number.isInteger(dayNumber(firstDay)),
      `firstDay must be a day such as 2026-11-02; it is ${JSON.stringify(firstDay)}.`,
    ),
    ...fault(
      week.length === 7 && week.every((day) => day.sessions > 0 && Number.isFinite(day.lift)),
      "week must hold seven days, Monday first, each with sessions above 0 and a lift.",
    ),
    ...fault(Number.isFinite(drift), `drift must be a number; it is ${drift}.`),
    ...fault(level >= 0, `level is a standard deviation, at least 0; it is ${level}.`),
  ];
}

function itemFaults({ items }: World): Reason[] {
  const { count, topics, popular, popularity, quality, taste } = items;
  return [
    ...fault(whole(count, 1), `items.count must be a whole number of at least 1; it is ${count}.`),
    ...fault(
      whole(topics, 1),
      `items.topics must be a whole number of at least 1; it is ${topics}.`,
    ),
    ...fault(
      whole(popular, 0) && popular <= count,
      `items.popular must be a whole number in [0, ${count}], the number of items; it is ${popular}.`,
    ),
    ...fault(
      popularity >= -1 && popularity <= 1,
      `items.popularity is a correlation, in [-1, 1]; it is ${popularity}.`,
    ),
    ...fault(quality >= 0 && taste >= 0, "items.quality and items.taste must be at least 0."),
  ];
}

function feedFaults(
  { name, candidates, popular, entry }: WorldFeed,
  { items, feeds }: World,
): Reason[] {
  const others = items.count - items.popular;
  return [
    ...fault(
      whole(candidates, 1),
      `Feed ${name}: candidates must be a whole number of at least 1; it is ${candidates}.`,
    ),
    ...fault(
      whole(popular, 0) && popular <= Math.min(candidates, items.popular),
      `Feed ${name}: of ${candidates} candidates and ${items.popular} popular items, popular must be a whole number that neither has fewer of; it is ${popular}.`,
    ),
    ...fault(
      candidates - popular <= others,
      `Feed ${name}: ${candidates - popular} candidates are drawn from the items that are not popular, of which there are ${Math.max(0, others)}: name fewer candidates or more items.`,
    ),
    ...fault(entry >= 0 && entry <= 1, `Feed ${name}: entry must be in [0, 1]; it is ${entry}.`),
    ...fault(
      name !== feeds[0]?.name || entry === 1,
      `Feed ${name}: every session starts in the first feed, so that its entry must be 1; it is ${entry}.`,
    ),
  ];
}

function rewardFaults({ rewards, feeds }: World): Reason[] {
  return [
    ...fault(rewards.length > 0, "A world needs at least one reward."),
    ...fault(feeds.length > 0, "A world needs at least one feed."),
    ...unique("reward", rewards),
    ...unique("feed", feeds),
    ...rewards.flatMap(({ name, base, mean = 1, spread = 0 }) =>
      fault(
        Number.isFinite(base) && mean >= 0 && spread >= 0,
        `Reward ${name}: base must be a number, mean and spread at least 0; they are ${base}, ${mean}, ${spread}.`,
      ),
    ),
  ];
}

function policyFaults({ policies }: World): Reason[] {
  const share = policies.reduce((sum, policy) => sum + policy.share, 0);
  return [
    ...fault(policies.length > 0, "A world needs at least one policy, which writes the log."),
    ...unique("policy", policies),
    ...fault(
      policies.length === 0 || Math.abs(share - 1) < 1e-9,
      `The shares of the policies must add up to 1; they make ${share}.`,
    ),
    ...fault(
      policies[0]?.finds === undefined,
      "The first policy writes the log, which holds all that it finds: give `finds` to another.",
    ),
    ...policies.flatMap(({ name, share, temperature, error, relevance, popularity, finds }) => [
      ...fault(share >= 0, `Policy ${name}: share must be at least 0; it is ${share}.`),
      ...fault(
        temperature >= 0,
        `Policy ${name}: temperature must be at least 0; it is ${temperature}.`,
      ),
      ...fault(
        error >= 0 && Number.isFinite(relevance) && Number.isFinite(popularity),
        `Policy ${name}: error must be at least 0, relevance and popularity numbers.`,
      ),
      ...fault(
        finds === undefined || (whole(finds.items, 1) && whole(finds.rank, 1)),
        `Policy ${name}: finds.items and finds.rank must be whole numbers of at least 1; they are ${finds?.items} and ${finds?.rank}.`,
      ),
    ]),
  ];
}

function unique(what: string, named: readonly { readonly name: string }[]): Reason[] {
  const names = named.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  return fault(
    twice === undefined,
    `Each ${what} needs a name of its own; two are called ${twice}.`,
  );
}

function fault(holds: boolean, message: string): Reason[] {
  return holds ? [] : [reason("world", message)];
}

const whole = (value: number, least: number): boolean => Number.isInteger(value) && value >= least;

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
