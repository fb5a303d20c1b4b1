import {
  addDoubleDouble,
  type DoubleDouble,
  multiplyDouble,
  toDouble,
} from "../numeric/double-double.js";
import { valueAt } from "../tally/fold.js";
import type { Cells, CentredColumn } from "./centred.js";
import { influenceFactors } from "./scope.js";

/** What an estimate's doubles do not hold: its sums are known to twice as many digits. */
export interface LastDigits {
  /** To be added to the value. */
  readonly value: number;
  /** To be added to the influence, bucket by bucket. */
  readonly influence: Float64Array;
  /** The bucket's own sum, to first order and in the influence's units, before any mean is taken off. */
  readonly sums: readonly DoubleDouble[];
}

/** The last digits of an estimate. They cost much more than the first ones, and few comparisons need them. */
export function unroundedOf(
  scope: Cells,
  columns: readonly CentredColumn[],
  gradient: readonly number[],
  influence: Float64Array,
): LastDigits {
  const factors = influenceFactors(scope);
  const exact = Array.from(influence, () => zero);
  const sums = Array.from(influence, () => zero);
  scope.rows.forEach((row, i) => {
    const slot = scope.bucketIndex[i] ?? 0;
    const factor = factors[scope.loggerIndex[i] ?? 0] ?? 0;
    const add = (to: DoubleDouble[], of: (column: CentredColumn) => DoubleDouble): void => {
      const total = columns
        .map((column, k) => multiplyDouble(of(column), gradient[k] ?? 0))
        .reduce(addDoubleDouble, zero);
      to[slot] = addDoubleDouble(to[slot] ?? zero, multiplyDouble(total, factor));
    };
    add(exact, ({ cells, cellRests }) => ({ hi: cells[i] ?? 0, lo: cellRests[i] ?? 0 }));
    add(sums, ({ column }) => valueAt(column, row));
  });
  return {
    value: columns.reduce((rest, { meanRest }, k) => rest + (gradient[k] ?? 0) * meanRest, 0),
    influence: influence.map((psi, slot) =>
      toDouble(addDoubleDouble(exact[slot] ?? zero, { hi: -psi, lo: 0 })),
    ),
    sums,
  };
}

const zero: DoubleDouble = { hi: 0, lo: 0 };
