import { exp } from "../numeric/elementary/exp.js";
import { ln } from "../numeric/elementary/ln.js";
import type { Catalogue } from "./catalogue.js";
import { type Chance, purposes } from "./chance.js";

import type { Step } from "./step.js";
import type { Ranking, Visit } from "./visit.js";
import type { World, WorldReward } from "./world.js";

/** What decides what a user sees and gives: the world's rewards, and what dials do about them. */
export interface Rules {
  readonly rewards: readonly WorldReward[];
  /** By item and reward: the mean of a reward that is given. */
  readonly means: Float64Array;
  readonly chances: readonly NonNullable<Step["chance"]>[];
  readonly stops: readonly NonNullable<Step["stop"]>[];
  readonly amounts: readonly NonNullable<Step["amount"]>[];
}

export function rulesOf({ rewards }: World, catalogue: Catalogue, steps: readonly Step[]): Rules {
  return {
    rewards,
    means: meansOf(rewards, catalogue),
    chances: present(steps.map(({ chance }) => chance)),
    stops: present(steps.map(({ stop }) => stop)),
    amounts: present(steps.map(({ amount }) => amount)),
  };
}

const meansOf = (rewards: readonly WorldReward[], { size }: Catalogue): Float64Array =>
  Float64Array.from({ length: size.length * rewards.length }, (_, cell) => {
    const item = Math.floor(cell / rewards.length);
    return meanOf(rewards[cell % rewards.length] as WorldReward, size[item] as number);
  });

/** The mean of a reward that is given for an item of this size. */
function meanOf({ kind, mean = 1 }: WorldReward, size: number): number {
  if (kind === "binary") return 1;
  return kind === "count" ? 1 + mean * size : mean * size;
}

const present = <T>(all: readonly (T | undefined)[]): readonly T[] =>
  all.filter((step) => step !== undefined);

/**
 * Writes into `into` the expected reward of each kind from the list of a ranking, given the list and what the user
 * remembers: Σ_r P(V_r)·E[C_r], exact, since a later view depends on earlier rewards only.
 */
export function expect(visit: Visit, ranking: Ranking, rules: Rules, into: Float64Array): void {
  if (rules.chances.length + rules.stops.length === 0) {
    expectByCurve(visit, ranking, into);
    return;
  }
  const { means, stops } = rules;
  const kinds = into.length;
  visit.shown = ranking;
  into.fill(0);
  let reach = 1;
  for (let at = 0; at < ranking.length && reach > 0; at++) {
    stand(visit, at);
    const item = visit.item[visit.candidate] as number;
    for (let k = 0; k < kinds; k++) {
      const mean = means[item * kinds + k] as number;
      into[k] = (into[k] as number) + reach * chanceOf(visit, k, rules) * mean;
    }
    if (stops.length === 0) reach = visit.p[at + 1] ?? 0;
    else reach *= 1 - expectedStop(visit, rules);
  }
}

/** Σ_r p_r·q of the item at r: what the general rule comes to where no dial acts on rewards or depth. */
function expectByCurve({ p, worth }: Visit, { list, length }: Ranking, into: Float64Array): void {
  const kinds = into.length;
  // Two sums at a time: a sum waits for its last addition, two wait for each other's.
  for (let k = 0; k < kinds; k += 2) {
    let sum = 0;
    let next = 0;
    for (let at = 0; at < length; at++) {
      const chance = p[at] as number;
      const cell = (list[at] as number) * kinds + k;
      sum += chance * (worth[cell] as number);
      // One behind the last belongs to another candidate, and is not kept.
      next += chance * (worth[cell + 1] as number);
    }
    into[k] = sum;
    if (k + 1 < kinds) into[k + 1] = next;
  }
}

function expectedStop(visit: Visit, rules: Rules): number {
  const q = chanceOf(visit, 0, rules);
  return (1 - q) * stopOf(visit, rules, false) + q * stopOf(visit, rules, true);
}

/** Plays the list of a ranking: fills `visit.depth` and `visit.earned` (rank by rank, every reward). */
export function realise(visit: Visit, ranking: Ranking, rules: Rules, chance: Chance): void {
  const kinds = rules.rewards.length;
  const { person, trajectory } = visit;
  visit.shown = ranking;
  for (let at = 0; at < ranking.length; at++) {
    stand(visit, at);
    chance.set(person.user, trajectory, purposes.rewards + visit.candidate);
    for (let k = 0; k < kinds; k++) {
      visit.earned[at * kinds + k] = chance.next() < chanceOf(visit, k, rules) ? 1 : 0;
    }
    for (let k = 0; k < kinds; k++) {
      if (visit.earned[at * kinds + k] === 1) {
        visit.earned[at * kinds + k] = draw(visit, k, rules, chance);
      }
    }
    visit.depth = at + 1;
    const rewarded = (visit.earned[at * kinds] as number) > 0;
    if (
      chance.set(person.user, trajectory, purposes.depth + at).next() <
      stopOf(visit, rules, rewarded)
    ) {
      return;
    }
  }
}

/** Plays the logger's list as a robot does: it views all of it and gives every reward. */
export function rewardAll(visit: Visit, { rewards, means }: Rules): void {
  const ranking = visit.rankings[0] as Ranking;
  visit.shown = ranking;
  visit.depth = ranking.length;
  for (let at = 0; at < ranking.length; at++) {
    const item = visit.item[ranking.list[at] as number] as number;
    rewards.forEach((_, k) => {
      visit.earned[at * rewards.length + k] = means[item * rewards.length + k] as number;
    });
  }
}

function stand(visit: Visit, at: number): void {
  const { list } = visit.shown;
  visit.rank = at + 1;
  visit.candidate = list[at] as number;
  visit.before = at === 0 ? -1 : (list[at - 1] as number);
}

function chanceOf(visit: Visit, kind: number, { rewards, chances }: Rules): number {
  let q = visit.chances[visit.candidate * rewards.length + kind] as number;
  for (let at = 0; at < chances.length; at++)
    q = (chances[at] as (typeof chances)[number])(q, visit);
  return q;
}

function stopOf(visit: Visit, { stops }: Rules, rewarded: boolean): number {
  let h = visit.hazard[visit.rank - 1] as number;
  for (const change of stops) h = change(h, visit, rewarded);
  return h;
}

/** The size of a reward that is given. */
function draw(visit: Visit, kind: number, rules: Rules, chance: Chance): number {
  const { kind: type, spread = 0 } = rules.rewards[kind] as WorldReward;
  if (type === "binary") return 1;
  const { person, trajectory, candidate, item } = visit;
  const kinds = rules.rewards.length;
  const mean = rules.means[(item[candidate] as number) * kinds + kind] as number;
  chance.set(person.user, trajectory, purposes.amounts + candidate * kinds + kind);
  if (type === "count") return drawCount(chance.next(), mean - 1);
  let amount = mean * exp(spread * chance.normal() - (spread * spread) / 2);
  for (const change of rules.amounts) amount = change(amount, chance.next());
  return amount;
}

/** 1 + a geometric number of this mean, by inversion. */
function drawCount(u: number, mean: number): number {
  return mean === 0 ? 1 : 1 + Math.floor(ln(u) / ln(mean / (1 + mean)));
}
