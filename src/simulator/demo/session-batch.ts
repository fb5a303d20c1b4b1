import { type DemoWorld, rewardNames } from "./world.js";

/** A stretch of the log in columns: whole sessions, viewed items only, with the truth of each row. */
export interface SessionBatch {
  readonly impressions: Impressions;
  readonly trajectories: Trajectories;
}

/** One entry per viewed item. */
export interface Impressions {
  count: number;
  readonly session: Int32Array;
  readonly user: Int32Array;
  /** Days since 1970-01-01. */
  readonly day: Int32Array;
  /** Index into the world's feeds. */
  readonly feed: Uint8Array;
  readonly item: Int32Array;
  readonly position: Int32Array;
  readonly liked: Uint8Array;
  readonly watched: Float64Array;
  readonly listLength: Int32Array;
  /** Rank in the full candidate list, one array per target policy. */
  readonly ranks: readonly Int32Array[];
}

/** One entry per session. */
export interface Trajectories {
  count: number;
  readonly user: Int32Array;
  readonly feed: Uint8Array;
  /**
   * Expected reward of the session, Σ q·p: for each session the logger and then each target
   * policy, for each of those the rewards of `rewardNames`.
   */
  readonly values: Float64Array;
}

/** Numbers per session in `values`. */
export function valuesPerTrajectory(world: DemoWorld): number {
  return (1 + world.policies.length) * rewardNames.length;
}

/** An empty batch with room for `capacity` impressions. */
export function emptyBatch(world: DemoWorld, capacity: number): SessionBatch {
  const ints = (): Int32Array => new Int32Array(capacity);
  return {
    impressions: {
      count: 0,
      session: ints(),
      user: ints(),
      day: ints(),
      feed: new Uint8Array(capacity),
      item: ints(),
      position: ints(),
      liked: new Uint8Array(capacity),
      watched: new Float64Array(capacity),
      listLength: ints(),
      ranks: world.policies.map(ints),
    },
    trajectories: {
      count: 0,
      user: ints(),
      feed: new Uint8Array(capacity),
      values: new Float64Array(capacity * valuesPerTrajectory(world)),
    },
  };
}
