/** Trajectories by final depth; index 0 is depth 1. */
export interface DepthCounts {
  /** D_k. */
  readonly trajectories: ArrayLike<number>;
  /** D^e_k: those of them that viewed their whole list. */
  readonly atEnd: ArrayLike<number>;
  /** f_r: rows at a rank, or in a bin of ranks, a trajectory that goes deeper; 1 without it. */
  readonly above?: ArrayLike<number>;
  /** Rows of a trajectory in the bin of ranks in which it ends; 1 without it. */
  readonly within?: ArrayLike<number>;
  /** The log's own view rates, where ranks beyond 512 share bins. */
  readonly rates?: ArrayLike<number>;
}

/** How many rows a trajectory of a final depth has at a rank, or in a bin of ranks. */
export const rowsAt = (
  { above, within }: Pick<DepthCounts, "above" | "within">,
  rank: number,
  depth: number,
): number => (depth > rank ? above?.[rank - 1] : within?.[rank - 1]) ?? 1;

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
