/** Trajectories by final depth; index 0 is depth 1. */
export interface DepthCounts {
  /** D_k. */
  readonly trajectories: ArrayLike<number>;
  /** D^e_k: those of them that viewed their whole list. */
  readonly atEnd: ArrayLike<number>;
  /** f_r: of the trajectories that go deeper than a rank, the share with a row there; 1 without it. */
  readonly above?: ArrayLike<number>;
}

/** The share of the trajectories of a final depth with a row at a rank. */
export const rowsAt = (
  { above }: Pick<DepthCounts, "above">,
  rank: number,
  depth: number,
): number => (depth > rank ? (above?.[rank - 1] ?? 1) : 1);

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
