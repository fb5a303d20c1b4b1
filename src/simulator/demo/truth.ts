import { LOGGED } from "../../log/log-spec.js";
import { type SessionBatch, valuesPerTrajectory } from "./session-batch.js";
import { type DemoWorld, rewardNames } from "./world.js";

/**
 * What a policy earns per trajectory (E1) in a feed, or over all of them (feed null). `se` is null
 * where the value is exact for the very sessions of the log.
 */
export interface Truth {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly value: number;
  readonly se: number | null;
}

/** Adds up the truth of batches; `rows()` may be asked at any time. */
export interface TruthSum {
  add(batch: SessionBatch): void;
  rows(): readonly Truth[];
}

/**
 * The exact truth given the simulated sessions: (1/n)·Σ over sessions of Σ_a q(x, a)·p at the
 * policy's rank of a. No reward is drawn, so it has no sampling error. A feed without a session
 * has no rows.
 */
export function sumTruth(world: DemoWorld): TruthSum {
  const width = valuesPerTrajectory(world);
  const counts = new Float64Array(world.feeds.length);
  const sums = world.feeds.map(() => new Float64Array(width));
  return {
    add({ trajectories }) {
      for (let at = 0; at < trajectories.count; at++) {
        const feed = trajectories.feed[at] as number;
        const sum = sums[feed] as Float64Array;
        counts[feed] = (counts[feed] as number) + 1;
        for (let k = 0; k < width; k++) {
          sum[k] = (sum[k] as number) + (trajectories.values[at * width + k] as number);
        }
      }
    },
    rows: () => truthRows(world, counts, sums),
  };
}

function truthRows(
  world: DemoWorld,
  counts: Float64Array,
  sums: readonly Float64Array[],
): readonly Truth[] {
  const policies = [LOGGED, ...world.policies.map((policy) => policy.name)];
  const total = (values: Iterable<number>): number => [...values].reduce((sum, x) => sum + x, 0);
  return policies.flatMap((policy, i) =>
    rewardNames.flatMap((reward, j) => {
      const column = sums.map((sum) => sum[i * rewardNames.length + j] ?? 0);
      const overall = total(column) / total(counts);
      const byFeed = world.feeds.flatMap(({ name: feed }, at) => {
        const n = counts[at] ?? 0;
        return n > 0 ? [{ policy, reward, feed, value: (column[at] ?? 0) / n, se: null }] : [];
      });
      return [...byFeed, { policy, reward, feed: null, value: overall, se: null }];
    }),
  );
}
