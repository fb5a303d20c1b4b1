import { bucketWeights, replication } from "./bucket-weights.js";
import type { CentredColumn } from "./centred.js";
import type { Scope } from "./scope.js";

/** Sums of a scope in every replicate of the bootstrap, each by logging policy. */
export interface Draws {
  /** Weighted trajectories. */
  readonly counts: readonly Float64Array[];
  /** Weighted sums of a column. */
  readonly sums: (column: CentredColumn) => readonly Float64Array[];
}

/** The draws by bucket. Estimates of a scope share their columns: each is weighed once for all of them. */
export function bucketDraws(scope: Scope): Draws {
  const known = drawsOf.get(scope);
  if (known !== undefined) return known;
  const weigh = weigher(scope);
  const sums = new WeakMap<CentredColumn, readonly Float64Array[]>();
  const made: Draws = {
    counts: weigh(scope.counts),
    sums: (column) => {
      const found = sums.get(column) ?? weigh(column.cells);
      sums.set(column, found);
      return found;
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
  return (cells) => {
    const sums = loggers.map(() => new Float64Array(replication.count));
    for (let r = 0; r < replication.count; r++) {
      const weights = bucketWeights(r, most);
      const totals = new Float64Array(loggers.length);
      for (let i = 0; i < cells.length; i++) {
        const j = loggerIndex[i] ?? 0;
        totals[j] = (totals[j] ?? 0) + (weights[keys[i] ?? 0] ?? 0) * (cells[i] ?? 0);
      }
      sums.forEach((own, j) => {
        own[r] = totals[j] ?? 0;
      });
    }
    return sums;
  };
}
