import { normalQuantile } from "../numeric/normal-quantile.js";
import type { Step } from "./step.js";
import type { Ranking, Visit } from "./visit.js";
import type { World, WorldReward } from "./world.js";

/** What decides what a user sees and gives: the world's rewards, and what dials do about them. */
export interface Rules {
  readonly rewards: readonly WorldReward[];
  /** exp(−base) of each reward. */
  readonly factors: Float64Array;
  readonly chances: readonly NonNullable<Step["chance"]>[];
  readonly stops: readonly NonNullable<Step["stop"]>[];
  readonly amounts: readonly NonNullable<Step["amount"]>[];
}

/** The rules of a world with these steps. */
export function rulesOf({ rewards }: World, steps: readonly Step[]): Rules {
  return {
    rewards,
    factors: Float64Array.from(rewards, ({ base }) => Math.exp(-base)),
    chances: present(steps.map(({ chance }) => chance)),
    stops: present(steps.map(({ stop }) => stop)),
    amounts: present(steps.map(({ amount }) => amount)),
  };
}

const present = <T>(all: readonly (T | undefined)[]): readonly T[] =>
  all.filter((each) => each !== undefined);

/**
 * Writes into `into` the expected reward of each kind from the list of a ranking, given the list and what the user
 * remembers: Σ_r P(V_r)·E[C_r], exact, since a later view depends on earlier rewards only.
 */
export function expect(visit: Visit, ranking: Ranking, rules: Rules, into: Float64Array): void {
  const { rewards, stops } = rules;
  visit.shown = ranking;
  into.fill(0);
  let seen = 1;
  for (let at = 0; at < ranking.length && seen > 0; at++) {
    stand(visit, at);
    for (let k = 0; k < rewards.length; k++) {
      const mean = meanOf(rewards[k] as WorldReward, visit);
      into[k] = (into[k] as number) + seen * chanceOf(visit, k, rules) * mean;
    }
    if (stops.length === 0) seen = visit.p[at + 1] ?? 0;
    else seen *= 1 - expectedStop(visit, rules);
  }
}

function expectedStop(visit: Visit, rules: Rules): number {
  const q = chanceOf(visit, 0, rules);
  return (1 - q) * stopOf(visit, rules, false) + q * stopOf(visit, rules, true);
}

/** Plays the list of a ranking: fills `visit.depth` and `visit.earned` (rank by rank, every reward). */
export function realise(visit: Visit, ranking: Ranking, rules: Rules): void {
  const kinds = rules.rewards.length;
  visit.shown = ranking;
  for (let at = 0; at < ranking.length; at++) {
    stand(visit, at);
    for (let k = 0; k < kinds; k++) visit.earned[at * kinds + k] = draw(visit, k, rules);
    visit.depth = at + 1;
    const rewarded = (visit.earned[at * kinds] as number) > 0;
    if ((visit.stops[at] as number) < stopOf(visit, rules, rewarded)) return;
  }
}

/** Plays the logger's list as a robot does: it views all of it and gives every reward. */
export function rewardAll(visit: Visit, { rewards }: Rules): void {
  const ranking = visit.rankings[0] as Ranking;
  visit.shown = ranking;
  visit.depth = ranking.length;
  for (let at = 0; at < ranking.length; at++) {
    stand(visit, at);
    rewards.forEach((reward, k) => {
      visit.earned[at * rewards.length + k] = meanOf(reward, visit);
    });
  }
}

function stand(visit: Visit, at: number): void {
  const { list } = visit.shown;
  visit.rank = at + 1;
  visit.candidate = list[at] as number;
  visit.before = at === 0 ? -1 : (list[at - 1] as number);
}

function chanceOf(visit: Visit, kind: number, { factors, chances }: Rules): number {
  const odds = visit.odds[visit.candidate] as number;
  let q = 1 / (1 + (factors[kind] as number) * odds);
  for (const change of chances) q = change(q, visit);
  return q;
}

function stopOf(visit: Visit, { stops }: Rules, rewarded: boolean): number {
  let h = visit.hazard[visit.rank - 1] as number;
  for (const change of stops) h = change(h, visit, rewarded);
  return h;
}

/** The mean of a reward that is given. */
export function meanOf(
  { kind, mean = 1 }: WorldReward,
  { catalogue, item, candidate }: Visit,
): number {
  if (kind === "binary") return 1;
  const scaled = mean * (catalogue.size[item[candidate] as number] as number);
  return kind === "count" ? 1 + scaled : scaled;
}

function draw(visit: Visit, kind: number, rules: Rules): number {
  const reward = rules.rewards[kind] as WorldReward;
  const q = chanceOf(visit, kind, rules);
  const cell = visit.candidate * rules.rewards.length + kind;
  const u = visit.luck[cell] as number;
  if (u >= q) return 0;
  if (reward.kind === "binary") return 1;
  // Given that u < q, u/q is uniform and independent of whether there is a reward.
  if (reward.kind === "count") return drawCount(u / q, meanOf(reward, visit) - 1);
  let amount = meanOf(reward, visit) * logNormal(u / q, reward.spread ?? 0);
  for (const change of rules.amounts) amount = change(amount, visit.fortune[cell] as number);
  return amount;
}

/** 1 + a geometric number of this mean, by inversion. */
function drawCount(u: number, mean: number): number {
  return mean === 0 ? 1 : 1 + Math.floor(Math.log(u) / Math.log(mean / (1 + mean)));
}

/** A log-normal number with mean 1, by inversion. */
function logNormal(u: number, spread: number): number {
  if (spread === 0) return 1;
  return Math.exp(spread * normalQuantile(u) - (spread * spread) / 2);
}
