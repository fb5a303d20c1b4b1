import { InternalError } from "../errors.js";
import {
  addAt,
  addDoubleDouble,
  addProductAt,
  type DoubleDouble,
  divideDouble,
  toDouble,
} from "../numeric/double-double.js";
import type { TallyColumn, TallyTable } from "../tally/tally.js";

/** The cells of a scope: rows of the table, the bucket each belongs to, and its logging policy's group. */
export interface Cells {
  readonly rows: Int32Array;
  /** Trajectories of every cell. */
  readonly counts: Float64Array;
  /** Dense index of the cell's bucket, 0 … buckets − 1. */
  readonly bucketIndex: Int32Array;
  readonly buckets: number;
  /** Dense index of the cell's logging policy. */
  readonly loggerIndex: Int32Array;
  readonly loggers: readonly LoggerSize[];
  /** Trajectories, each as many as it stands for where the log was sampled; `kept` are those in the log. */
  readonly n: number;
  readonly kept: number;
}

/** Trajectories and non-empty buckets of one logging policy. */
export interface LoggerSize {
  readonly n: number;
  readonly buckets: number;
}

/** A column of a scope: its mean per trajectory, and every cell's sum less what its logging policy's mean gives. */
export interface CentredColumn {
  readonly mean: number;
  readonly cells: Float64Array;
  /** What the mean and the cells lack of their own sums, which are known to twice as many digits. */
  readonly meanRest: number;
  readonly cellRests: Float64Array;
  /** The column's values before any mean was taken off. */
  readonly column: TallyColumn;
  /** The most by which the mean differs from that of the log's own values, which were rounded to be added. */
  readonly rounding: number;
}

/**
 * Centres a column before anything is squared: cell sum − n_cell · mean of its logging policy, in two
 * doubles, so that 1e9 + {0, 1} keeps its digits (docs/methods.md, "Standard errors from bucket
 * sums").
 */
export function centre(table: TallyTable, scope: Cells, fingerprint: string): CentredColumn {
  const column = table.columns[fingerprint];
  if (column === undefined) throw new InternalError(`The tally holds no column ${fingerprint}.`);
  const totals = totalsByLogger(scope, column);
  const means = totals.map((total, j) => divideDouble(total, scope.loggers[j]?.n ?? 1));
  const cells = new Float64Array(scope.rows.length);
  const cellRests = new Float64Array(scope.rows.length);
  for (let i = 0; i < cells.length; i++) {
    const row = scope.rows[i] ?? 0;
    cells[i] = column.hi[row] ?? 0;
    cellRests[i] = column.lo?.[row] ?? 0;
    addProductAt(
      cells,
      cellRests,
      i,
      means[scope.loggerIndex[i] ?? 0] ?? zero,
      -(scope.counts[i] ?? 0),
    );
    const [hi, lo] = [cells[i] ?? 0, cellRests[i] ?? 0];
    cells[i] = hi + lo;
    cellRests[i] = hi - (hi + lo) + lo;
  }
  const mean = divideDouble(totals.reduce(addDoubleDouble, zero), scope.n);
  // Sums that are taken as they come have no bound, and are said to be so elsewhere.
  const rounding = column.rounding === Infinity ? 0 : (column.rounding ?? 0);
  const rests = { meanRest: restOf(mean), cellRests };
  return { mean: toDouble(mean), cells, ...rests, column, rounding };
}

const restOf = (value: DoubleDouble): number => value.hi - toDouble(value) + value.lo;

const zero: DoubleDouble = { hi: 0, lo: 0 };

function totalsByLogger(scope: Cells, column: TallyColumn): readonly DoubleDouble[] {
  const hi = new Float64Array(scope.loggers.length);
  const lo = new Float64Array(scope.loggers.length);
  for (let i = 0; i < scope.rows.length; i++) {
    const row = scope.rows[i] ?? 0;
    addAt(hi, lo, scope.loggerIndex[i] ?? 0, column.hi[row] ?? 0, column.lo?.[row] ?? 0);
  }
  return Array.from(hi, (sum, logger) => ({ hi: sum, lo: lo[logger] ?? 0 }));
}
