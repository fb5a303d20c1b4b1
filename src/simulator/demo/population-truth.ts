import { LOGGED } from "../../log/log-spec.js";
import { square } from "../../numeric/index.js";
import { valuesPerTrajectory } from "./session-batch.js";
import { sessions } from "./sessions.js";
import type { Truth } from "./truth.js";
import { type DemoWorld, rewardNames } from "./world.js";

/**
 * What each policy earns per trajectory among all users that the world could have: the target of
 * an interval. Simulates `users` users of their own and averages their exact expectations, so only
 * the draw of users and lists is left to chance; `se` says how much (clustered by user, CR1).
 */
export function populationTruth(world: DemoWorld, users: number, seed: number): readonly Truth[] {
  const sums = sumByUser({ ...world, users }, seed);
  const policies = [LOGGED, ...world.policies.map((policy) => policy.name)];
  return policies.flatMap((policy, i) =>
    rewardNames.flatMap((reward, j) =>
      [...world.feeds.keys(), null].map((feed) => {
        const name = feed === null ? null : (world.feeds[feed]?.name ?? null);
        return { policy, reward, feed: name, ...ratio(sums, feed, i * rewardNames.length + j) };
      }),
    ),
  );
}

/** Sessions and expected rewards by user and feed, user-major. */
interface UserSums {
  readonly users: number;
  readonly feeds: number;
  readonly width: number;
  readonly counts: Float64Array;
  readonly values: Float64Array;
}

function sumByUser(world: DemoWorld, seed: number): UserSums {
  const width = valuesPerTrajectory(world);
  const feeds = world.feeds.length;
  const counts = new Float64Array(world.users * feeds);
  const values = new Float64Array(world.users * feeds * width);
  for (const { trajectories } of sessions(world, seed)) {
    for (let at = 0; at < trajectories.count; at++) {
      const cell = ((trajectories.user[at] ?? 1) - 1) * feeds + (trajectories.feed[at] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
      for (let k = 0; k < width; k++) {
        const into = cell * width + k;
        values[into] = (values[into] ?? 0) + (trajectories.values[at * width + k] ?? 0);
      }
    }
  }
  return { users: world.users, feeds, width, counts, values };
}

function ratio(sums: UserSums, feed: number | null, k: number): { value: number; se: number } {
  const { users, feeds, width, counts, values } = sums;
  const picked = feed === null ? Array.from({ length: feeds }, (_, at) => at) : [feed];
  const n = new Float64Array(users);
  const y = new Float64Array(users);
  for (let user = 0; user < users; user++) {
    for (const at of picked) {
      const cell = user * feeds + at;
      n[user] = (n[user] ?? 0) + (counts[cell] ?? 0);
      y[user] = (y[user] ?? 0) + (values[cell * width + k] ?? 0);
    }
  }
  const total = n.reduce((sum, count) => sum + count, 0);
  const value = y.reduce((sum, earned) => sum + earned, 0) / total;
  const squares = y.reduce((sum, earned, user) => sum + square(earned - value * (n[user] ?? 0)), 0);
  return { value, se: Math.sqrt((users / (users - 1)) * squares) / total };
}
