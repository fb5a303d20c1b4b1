import { cos } from "../numeric/elementary/cos.js";
import { ln } from "../numeric/elementary/ln.js";
import { createRandom } from "../random/create-random.js";

/** What a number of chance is for: each purpose has a stream of its own, so that none disturbs another. */
export const purposes = {
  person: 1,
  visits: 2,
  candidates: 3,
  ranker: 4,
  entry: 5,
  product: 6,
  order: 7,
  log: 8,
  /** And the rank from 0. */
  depth: 1_048_576,
  /** And the candidate. */
  rewards: 2_097_152,
  /** And the candidate's place times the number of rewards, and the reward. */
  amounts: 3_145_728,
} as const;

/**
 * A stream of chance that is set to a key in place: (user, trajectory, purpose) under a seed. It does not depend
 * on what was drawn before, so that policies share their chance and threads may share the users. The state of
 * xoshiro128** (Blackman & Vigna, 2021) is the key, mixed by the 32-bit finaliser of Wellons (2018).
 */
export interface Chance {
  set(user: number, trajectory: number, purpose: number): Chance;
  /** A number in (0, 1), one of 2^32 equally spaced ones. */
  next(): number;
  /** The next `count` of these numbers, as `next` gives them. */
  fill(into: Float64Array, count: number): void;
  integer(n: number): number;
  normal(): number;
}

const mix = (x: number): number => {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
};

export function createChance(seed: number, world: string): Chance {
  const root = createRandom(seed).fork(`world ${world}`);
  const [high, low] = [root.integer(2 ** 32), root.integer(2 ** 32)];
  let [a, b, c, d] = [0, 0, 0, 1];
  // What a key's user and trajectory come to, kept for the purposes of that trajectory.
  let [lastUser, lastTrajectory, first, second] = [-1, -1, 0, 0];
  const next = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return (result + 0.5) / 4294967296;
  };
  const chance: Chance = {
    set(user, trajectory, purpose) {
      if (user !== lastUser || trajectory !== lastTrajectory) {
        first = mix(mix(high + Math.imul(user, 0x9e3779b1)) ^ trajectory);
        second = mix(mix(low ^ user) + Math.imul(trajectory, 0x85ebca77));
        [lastUser, lastTrajectory] = [user, trajectory];
      }
      a = mix(first + purpose);
      b = mix(second ^ Math.imul(purpose, 40503));
      c = mix(a + Math.imul(b, 0xc2b2ae3d));
      d = mix(b ^ 0x27d4eb2f) | 1;
      return chance;
    },
    next,
    fill(into, count) {
      // The state stays in registers: every ranker needs a number for every candidate.
      let [w, x, y, z] = [a, b, c, d];
      for (let at = 0; at < count; at++) {
        const product = Math.imul(x, 5);
        const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
        const shifted = x << 9;
        y ^= w;
        z ^= x;
        x ^= y;
        w ^= z;
        y ^= shifted;
        z = (z << 11) | (z >>> 21);
        into[at] = (result + 0.5) / 4294967296;
      }
      [a, b, c, d] = [w, x, y, z];
    },
    integer: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * ln(next())) * cos(2 * Math.PI * next()),
  };
  return chance;
}
