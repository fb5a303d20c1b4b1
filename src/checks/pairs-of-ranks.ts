/** The cells of a table by displayed rank and a policy's rank; 0 is none: not shown, or beyond the list. */
export interface RankCells {
  readonly rank: ArrayLike<number>;
  readonly target: ArrayLike<number>;
  /** The mean weight of a cell's rows, where a policy is given by exposures: no curve changes it. */
  readonly weight?: ArrayLike<number>;
}

/** p_s/p_r for an item shown at rank r and placed at s: 0 where it is not placed, or the curve has ended. */
export function weightAt(curve: ArrayLike<number>, rank: number, placed: number): number {
  const p = curve[rank - 1] ?? 0;
  return placed === 0 || p === 0 ? 0 : (curve[placed - 1] ?? 0) / p;
}

/** w − 1 of a cell: what its rewards count in the difference to the logging policy. */
export const weightDifference = (
  curve: ArrayLike<number>,
  cells: RankCells,
  cell: number,
): number => weightOf(curve, cells, cell) - 1;

/** The weight w of a cell's rows under a curve. */
export const weightOf = (
  curve: ArrayLike<number>,
  { rank, target, weight }: RankCells,
  cell: number,
): number => weight?.[cell] ?? weightAt(curve, rank[cell] ?? 0, target[cell] ?? 0);

/** (1/n) Σ C (w − 1) over the cells: the difference to the logging policy, under a curve where ranks place items. */
export function differenceUnder(
  curve: ArrayLike<number>,
  cells: RankCells,
  rewards: ArrayLike<number>,
  n: number,
): number {
  let sum = 0;
  for (let cell = 0; cell < rewards.length; cell++) {
    const reward = rewards[cell] ?? 0;
    if (reward !== 0) sum += reward * weightDifference(curve, cells, cell);
  }
  return sum / n;
}
