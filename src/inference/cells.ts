/** The cells of a scope: rows of the table, the bucket each belongs to, and its logger's group. */
export interface Cells {
  readonly rows: Int32Array;
  /** Trajectories of every cell. */
  readonly counts: Float64Array;
  /** Dense index of the cell's bucket, 0 … buckets − 1. */
  readonly slot: Int32Array;
  readonly buckets: number;
  /** Dense index of the cell's logger. */
  readonly group: Int32Array;
  readonly groups: readonly GroupSize[];
  /** Trajectories. */
  readonly n: number;
}

/** Trajectories and non-empty buckets of one logger. */
export interface GroupSize {
  readonly n: number;
  readonly buckets: number;
}
