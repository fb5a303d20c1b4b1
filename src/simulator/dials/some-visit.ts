import type { Chance } from "../chance.js";
import { lawWorld } from "../law-world.js";
import type { Logged } from "../logged.js";
import { openSimulation } from "../simulation.js";
import type { Visit } from "../visit.js";

/** Chance that always comes out low, for tests of dials. */
export const someChance: Chance = {
  set: () => someChance,
  next: () => 0,
  fill: (into, count) => {
    into.fill(0, 0, count);
  },
  integer: () => 0,
  normal: () => 0,
};

/** A visit to a list of these candidates, which have these topics, all viewed. For tests of dials. */
export function someVisit({
  list = [0],
  topics = [],
}: {
  readonly list?: readonly number[];
  readonly topics?: readonly number[];
} = {}): Visit {
  const { visits, catalogue } = openSimulation(lawWorld, 1);
  const visit = visits[0] as Visit;
  list.forEach((candidate) => {
    visit.item[candidate] = candidate;
    catalogue.topic[candidate] = topics[candidate] ?? 0;
  });
  const n = list.length;
  const shown = { ...visit.shown, list: Int32Array.from(list), order: Int32Array.from(list) };
  Object.assign(shown, { length: n, found: n });
  return {
    ...visit,
    pool: n,
    known: n,
    depth: n,
    relevance: new Float64Array(n),
    hidden: new Uint8Array(n),
    shown,
  };
}

/** A trajectory that is about to be written down; every row counts two rewards. For tests of dials. */
export function someLogged({
  rows = 1,
  viewed = rows,
  ranks = [],
  exposures = [],
  earned = [],
}: {
  readonly rows?: number;
  readonly viewed?: number;
  readonly ranks?: readonly (readonly number[])[];
  readonly exposures?: readonly (readonly number[])[];
  readonly earned?: readonly number[];
}): Logged {
  return {
    rows,
    viewed,
    censored: false,
    keep: new Uint8Array(rows).fill(1),
    ranks: ranks.map((each) => Int32Array.from(each)),
    exposures: exposures.map((each) => Float64Array.from(each)),
    earned: Float64Array.from({ length: 2 * rows }, (_, at) => earned[at] ?? 0),
  };
}
