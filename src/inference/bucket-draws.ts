import { bucketWeights, replication } from "./bucket-weights.js";
import type { CentredColumn } from "./centred.js";
import type { Scope } from "./scope.js";

export interface Draws {
  /** Weighted trajectories. */
  readonly counts: readonly Float64Array[];
  readonly sums: (column: CentredColumn) => readonly Float64Array[];
}

/** The draws by bucket. Estimates of a scope share their columns: each is weighed once for all of them. */
export function bucketDraws(scope: Scope): Draws {
  const draws = drawsOf.get(scope);
  if (draws !== undefined) return draws;
  const weigh = weigher(scope);
  const sums = new WeakMap<CentredColumn, readonly Float64Array[]>();
  const made: Draws = {
    counts: weigh(scope.counts),
    sums: (column) => {
      const draws = sums.get(column) ?? weigh(column.cells);
      sums.set(column, draws);
      return draws;
    },
  };
  drawsOf.set(scope, made);
  return made;
}

const drawsOf = new WeakMap<Scope, Draws>();

/** Σ w·value over the cells of each logging policy, for every replicate. */
function weigher({
  bucketIndex,
  bucketKeys,
  loggerIndex,
  loggers,
}: Scope): (cells: Float64Array) => readonly Float64Array[] {
  const keys = Int32Array.from(bucketIndex, (slot) => bucketKeys[slot] ?? 0);
  const most = keys.reduce((largest, key) => Math.max(largest, key), 0);
  const cellsOf = loggers.map((_, j) =>
    Int32Array.from(loggerIndex.keys()).filter((i) => loggerIndex[i] === j),
  );
  return (cells) =>
    cellsOf.map((members) => {
      const at = members.map((i) => keys[i] ?? 0);
      const values = Float64Array.from(members, (i) => cells[i] ?? 0);
      return Float64Array.from({ length: replication.count }, (_, r) =>
        weightedSum(values, at, bucketWeights(r, most)),
      );
    });
}

/** Σ w·value, in the order of the cells. */
function weightedSum(values: Float64Array, at: Int32Array, weights: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += (weights[at[i] as number] ?? 0) * (values[i] as number);
  }
  return sum;
}
