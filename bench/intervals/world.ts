import type { Statistic } from "../../src/inference/intervals/interval.js";
import { createRandom } from "../../src/random/create-random.js";

/** Lists of items in random order, viewed with γ from rank to rank, and liked with a chance that falls with the item. */
export interface World {
  readonly listLength: number;
  readonly gamma: number;
  /** Instead of γ, the parameter ρ of a Yule–Simon curve: a session goes on from rank r with the chance r/(ρ + r). */
  readonly rho?: number;
  /** The chance that the mean user likes the first item, and the last one. */
  readonly likes: readonly [number, number];
  /** Standard deviation of the logarithm of what a like is worth, whose mean is 1; 0: all are worth 1. */
  readonly spread: number;
}

export const standard: World = { listLength: 25, gamma: 0.88, likes: [0.1, 0.02], spread: 0 };

const quality = ({ likes: [first, last], listLength }: World, item: number): number =>
  first - ((first - last) * item) / (listLength - 1);

/** Ranks of items under the candidates; weights reach .88^−24, which is 21. */
export const candidates: Readonly<Record<string, (item: number, listLength: number) => number>> = {
  "best first": (item) => item + 1,
  "worst first": (item, listLength) => listLength - item,
  "middle first": (item, listLength) => ((item + Math.ceil(listLength / 2)) % listLength) + 1,
};

/** The chance to view each rank. */
export function curveOf({ listLength, gamma, rho }: World): readonly number[] {
  const curve = [1];
  for (let rank = 1; rank < listLength; rank++) {
    const onward = rho === undefined ? gamma : rank / (rho + rank);
    curve.push((curve[rank - 1] ?? 0) * onward);
  }
  return curve;
}

/** What a candidate earns a session beyond the logger, which shows every order alike: exact. */
export function truthOf(policy: string, world: World = standard): number {
  const { listLength } = world;
  const curve = curveOf(world);
  const items = Array.from({ length: listLength }, (_, item) => item);
  const mean = items.reduce((sum, item) => sum + quality(world, item), 0) / listLength;
  const rankOf = candidates[policy] ?? (() => 1);
  return items.reduce(
    (sum, item) => sum + (curve[rankOf(item, listLength) - 1] ?? 0) * (quality(world, item) - mean),
    0,
  );
}

/** A viewed row. */
export interface View {
  readonly user: number;
  readonly session: number;
  readonly rank: number;
  readonly item: number;
  /** What it earns; 0 without a like. */
  readonly like: number;
}

/** The log of a world: users whose tastes lie between 0 and 2, mostly near either end, in 1 + Poisson(3) sessions each. */
export function viewsOf(
  users: number,
  seed: number,
  world: World,
  see: (view: View) => void,
): void {
  const { listLength, gamma, rho, spread } = world;
  const random = createRandom(`intervals ${users} ${seed}`);
  const order = Array.from({ length: listLength }, (_, item) => item);
  const onward = (rank: number): number => (rho === undefined ? gamma : rank / (rho + rank));
  let session = 0;
  for (let user = 0; user < users; user++) {
    const taste = 2 * Math.sin((Math.PI / 2) * random.next()) ** 2;
    for (let left = 1 + poisson(random.next(), 3); left > 0; left--) {
      session += 1;
      for (let rank = 1; rank <= listLength; rank++) {
        const other = rank - 1 + random.integer(listLength - rank + 1);
        [order[rank - 1], order[other]] = [order[other] ?? 0, order[rank - 1] ?? 0];
        const item = order[rank - 1] ?? 0;
        const isLiked = random.next() < taste * quality(world, item);
        const worth =
          isLiked && spread > 0 ? Math.exp(spread * random.normal() - spread ** 2 / 2) : 1;
        see({ user, session, rank, item, like: isLiked ? worth : 0 });
        if (rank === listLength || random.next() >= onward(rank)) break;
      }
    }
  }
}

/** The differences of every candidate to the logger by dcg, under the curve learnt from the same log. */
export function differencesOf(
  users: number,
  seed: number,
  world: World = standard,
): ReadonlyMap<string, Statistic> {
  const [sessions, stops, steps] = [0, 1, 2].map(() => new Float64Array(users));
  const likes: View[] = [];
  viewsOf(users, seed, world, (view) => {
    const { user, rank } = view;
    if (view.like > 0) likes.push(view);
    // Each session stops at its last view, unless the list ends: what the view before said is taken back.
    add(rank === 1 ? sessions : stops, user, rank === 1 ? 1 : -1);
    if (rank === world.listLength) return;
    add(steps, user, 1);
    add(stops, user, 1);
  });
  const of = (rankOf: (item: number) => number): Statistic =>
    statisticOf(users, { sessions, stops, steps }, likes, rankOf);
  return new Map(
    Object.entries(candidates).map(([name, rankOf]) => [
      name,
      of((item) => rankOf(item, world.listLength)),
    ]),
  );
}

interface Sums {
  readonly sessions: Float64Array | undefined;
  readonly stops: Float64Array | undefined;
  readonly steps: Float64Array | undefined;
}

/** (1/n)·Σ c·(γ̂^(s − r) − 1) with the influence of every user on it, through γ̂ too. */
function statisticOf(
  users: number,
  { sessions, stops, steps }: Sums,
  likes: readonly View[],
  rankOf: (item: number) => number,
): Statistic {
  const [n, all] = [total(sessions), total(steps)];
  const fitted = 1 - total(stops) / all;
  const own = new Float64Array(users);
  let slope = 0;
  for (const { user, rank, item, like } of likes) {
    const by = rankOf(item) - rank;
    add(own, user, like * (fitted ** by - 1));
    slope += (like * by * fitted ** (by - 1)) / n;
  }
  const value = total(own) / n;
  // γ̂ is the share of steps that go on: its influence is that of a ratio.
  const curve = Float64Array.from(
    own,
    (_, b) => (slope * ((1 - fitted) * (steps?.[b] ?? 0) - (stops?.[b] ?? 0))) / all,
  );
  const factor = Math.sqrt(users / (users - 1));
  const centred = own.map((each, b) => (each - value * (sessions?.[b] ?? 0)) / n);
  const influence = centred.map((psi, b) => factor * (psi + (curve[b] ?? 0)));
  const at = (weights: Float64Array): number => {
    let [sum, size, moved, whole] = [0, 0, 0, 0];
    for (let b = 0; b < users; b++) {
      const w = weights[b] ?? 0;
      sum += w * (own[b] ?? 0);
      size += w * (sessions?.[b] ?? 0);
      moved += w * (curve[b] ?? 0);
      whole += w;
    }
    return sum / size + (moved * users) / whole;
  };
  const withInfluence = (weights: Float64Array) => {
    const found = at(weights);
    const size = weights.reduce((sum, w, b) => sum + w * (sessions?.[b] ?? 0), 0);
    const whole = weights.reduce((sum, w) => sum + w, 0);
    const moved = (weights.reduce((sum, w, b) => sum + w * (curve[b] ?? 0), 0) * users) / whole;
    const plain = found - moved;
    const each = own.map(
      (sum, b) =>
        (sum - plain * (sessions?.[b] ?? 0)) / size +
        (((curve[b] ?? 0) - moved / users) * users) / whole,
    );
    return { value: found, influence: each };
  };
  return {
    value,
    se: Math.sqrt(influence.reduce((sum, psi) => sum + psi * psi, 0)),
    degreesOfFreedom: users - 1,
    trajectories: n,
    influence,
    replicates: { buckets: users, curveLinear: true, at, withInfluence },
  };
}

const total = (values: Float64Array | undefined): number =>
  values?.reduce((sum, each) => sum + each, 0) ?? 0;

function add(to: Float64Array | undefined, at: number, by: number): void {
  if (to !== undefined) to[at] = (to[at] ?? 0) + by;
}

function poisson(u: number, mean: number): number {
  let [count, term, sum] = [0, Math.exp(-mean), Math.exp(-mean)];
  while (u > sum && count < 100) {
    count += 1;
    term *= mean / count;
    sum += term;
  }
  return count;
}
