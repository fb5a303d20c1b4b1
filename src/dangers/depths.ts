/** Trajectories by final depth; index 0 is depth 1. */
export interface DepthCounts {
  /** D_k. */
  readonly trajectories: ArrayLike<number>;
  /** D^e_k: those of them that viewed their whole list. */
  readonly atEnd: ArrayLike<number>;
}

/** C_rk: a reward's sum at rank r of trajectories of final depth k, `rewards[(k − 1)·depths + r − 1]`. */
export interface RewardsByDepth {
  readonly depths: number;
  readonly rewards: ArrayLike<number>;
}

export const rewardAt = (
  { depths, rewards }: RewardsByDepth,
  rank: number,
  depth: number,
): number => rewards[(depth - 1) * depths + rank - 1] ?? 0;
