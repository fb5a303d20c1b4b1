import { exp } from "../numeric/elementary/exp.js";
import type { Rows } from "./candidates.js";
import { type Catalogue, drawCatalogue } from "./catalogue.js";
import { type Chance, createChance } from "./chance.js";
import { stepsOf } from "./dials/index.js";
import { emptyLogged, type Trajectory } from "./logged.js";
import { dayNumber, emptyPerson, type Person, type Spread, spreadOf, weekdayOf } from "./person.js";
import { type Rules, rulesOf } from "./play.js";
import type { Step } from "./step.js";
import { survival } from "./survival.js";
import { emptySheet, type Sheet } from "./totals.js";
import { emptyVisit, type Visit } from "./visit.js";
import type { World } from "./world.js";

/** A world at work: what is drawn once, and room for one user at a time. */
export interface Simulation {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly steps: readonly Step[];
  readonly rules: Rules;
  /** By policy and item: what the ranker adds to an item whoever the user is. */
  readonly leanings: readonly Float64Array[];
  /** exp(−base) of each reward. */
  readonly factors: Float64Array;
  readonly spread: Spread;
  /** What each day adds to the logit of every reward. */
  readonly lifts: Float64Array;
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  readonly chance: Chance;
  readonly person: Person;
  /** By feed. */
  readonly visits: readonly Visit[];
  readonly logged: Trajectory;
  /** Whether every policy replays each user's whole history. */
  readonly replays: boolean;
  readonly policies: readonly number[];
  /** By policy and feed. */
  readonly truth: Sheet;
  readonly online: Sheet;
  /** Room for the rewards of one trajectory, by kind. */
  readonly values: Float64Array;
  /** Room for the rows of a block, kept from one to the next. */
  readonly room: { rows: Rows | null };
}

/** The simulation of a checked world under a seed; `more` steps act after those of its dials. */
export function openSimulation(world: World, seed: number, more: readonly Step[] = []): Simulation {
  const steps = [...stepsOf(world.dials), ...more];
  const share = steps.reduce((sum, { newItems = 0 }) => sum + newItems, 0);
  const addedTo = (candidates: number): number => Math.ceil(share * candidates);
  const most = Math.max(...world.feeds.map(({ candidates }) => addedTo(candidates)));
  const alone = Math.max(...world.policies.map(({ finds }) => finds?.items ?? 0));
  const catalogue = drawCatalogue(world, 10 * (most + alone));
  const person = emptyPerson(world);
  const sheet = (): Sheet =>
    emptySheet(world.policies.length * world.feeds.length, world.days, world.rewards.length);
  return {
    world,
    catalogue,
    steps,
    leanings: world.policies.map(({ popularity, error }) =>
      catalogue.popularity.map(
        (value, item) => popularity * value + error * (catalogue.error[item] as number),
      ),
    ),
    factors: Float64Array.from(world.rewards, ({ base }) => exp(-base)),
    rules: rulesOf(world, catalogue, steps),
    spread: spreadOf(world),
    lifts: Float64Array.from(
      { length: world.days },
      (_, day) => weekdayOf(world, day).lift + world.drift * day,
    ),
    firstDay: dayNumber(world.firstDay),
    chance: createChance(seed, world.name),
    person,
    visits: world.feeds.map(({ curve, candidates }, at) => {
      const added = { shared: addedTo(candidates), alone };
      return emptyVisit(world, at, catalogue, survival(curve, candidates), added, person);
    }),
    logged: emptyLogged(world),
    replays: steps.some(({ remembers }) => remembers === true),
    policies: [...world.policies.keys()],
    truth: sheet(),
    online: sheet(),
    values: new Float64Array(world.rewards.length),
    room: { rows: null },
  };
}
