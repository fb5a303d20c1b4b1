import type { Block } from "./block.js";
import { type MeanReward, meanOfMoments } from "./moments.js";
import { dayNumber } from "./person.js";
import { addAll, emptySheet, momentsAt } from "./totals.js";
import type { World } from "./world.js";

/** A mean reward per trajectory: of a policy, in a feed, on a day (null: on all days), of one kind. */
export interface OutcomeRow extends MeanReward {
  readonly policy: string;
  readonly feed: string;
  readonly day: string | null;
  readonly reward: string;
}

/** What came of a simulation. */
export interface Outcome {
  /** What each arm of the test saw among its own users: the logging policy's arm wrote the log. */
  readonly online: readonly OutcomeRow[];
  /**
   * What each policy earns on average among all simulated users: expected rewards, given lists (and given what
   * users remember, where a dial makes them). Its standard error is that of the mean over all users there could
   * be; for the simulated sessions it is exact.
   */
  readonly truth: readonly OutcomeRow[];
  /** Of the log: its rows, and how many of its trajectories are of people. */
  readonly impressions: number;
  readonly trajectories: number;
}

/** Adds the batches of a simulation; `outcome` may be read at any time. */
export interface OutcomeSum {
  readonly add: (batch: Block) => void;
  readonly outcome: () => Outcome;
}

/** An outcome of nobody yet. */
export function sumOutcome(world: World): OutcomeSum {
  const { policies, feeds, days, rewards } = world;
  const shape = { days, kinds: rewards.length };
  const empty = (): Float64Array =>
    emptySheet(policies.length * feeds.length, days, rewards.length).all;
  const [online, truth] = [empty(), empty()];
  let impressions = 0;
  return {
    add(batch) {
      addAll(online, batch.online);
      addAll(truth, batch.truth);
      impressions += batch.impressions.count;
    },
    outcome: () => ({
      online: rowsOf(world, online, shape),
      truth: rowsOf(world, truth, shape),
      impressions,
      trajectories: feeds.reduce(
        (sum, _, feed) => sum + momentsAt(online, shape, feed, days, 0).trajectories,
        0,
      ),
    }),
  };
}

function rowsOf(
  world: World,
  all: Float64Array,
  shape: { readonly days: number; readonly kinds: number },
): readonly OutcomeRow[] {
  const days = [...Array(world.days).keys(), world.days];
  return world.policies.flatMap((policy, p) =>
    world.feeds.flatMap((feed, f) =>
      days.flatMap((day) =>
        world.rewards.flatMap((reward, k) => {
          const cell = p * world.feeds.length + f;
          const mean = meanOfMoments(momentsAt(all, shape, cell, day, k));
          const names = { policy: policy.name, feed: feed.name, day: dayOf(world, day) };
          return mean === null ? [] : [{ ...names, reward: reward.name, ...mean }];
        }),
      ),
    ),
  );
}

const dayOf = ({ firstDay, days }: World, day: number): string | null =>
  day === days ? null : isoDay(dayNumber(firstDay) + day);

/** ISO text of days since 1970-01-01. */
export const isoDay = (day: number): string =>
  new Date(day * 86_400_000).toISOString().slice(0, 10);
