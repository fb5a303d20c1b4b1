import { square } from "../../numeric/elementary/square.js";
import { normalCdf } from "../../numeric/normal-cdf.js";
import { normalQuantile } from "../../numeric/normal-quantile.js";
import { createRandom } from "../../random/create-random.js";

/** How often the largest of several statistics is beyond a two-sided p of one of them, where nothing differs. */
export interface JointTail {
  readonly of: (p: number) => number;
}

/** Draws of the largest |z|: enough for 20,000 of 140 lines, and fewer of more. */
const drawsOf = (lines: number): number =>
  Math.max(2000, Math.min(20_000, Math.floor(4e8 / square(lines))));

/** Below so many draws beyond a point the tail is that of the lines that count there. */
const fewestBeyond = 100;

/**
 * P(max |Z| ≥ z) for normal Z with the correlations of influences: what a bootstrap of users with normal multipliers
 * draws (Chernozhukov, Chetverikov and Kato 2013). Beyond the draws the tail is c·p, with c ≤ m the number of
 * independent lines that the last of them come to.
 */
export function jointTail(influences: readonly Float64Array[]): JointTail {
  const lines = influences.length;
  const root = cholesky(correlations(influences));
  const random = createRandom("largest of a family");
  const largest = Float64Array.from({ length: drawsOf(lines) }, () => {
    const normals = Float64Array.from({ length: lines }, () => random.normal());
    return root.reduce((most, row) => Math.max(most, Math.abs(dot(row, normals))), 0);
  }).sort();
  const share = (z: number): number => (largest.length - below(largest, z)) / largest.length;
  const last = largest[largest.length - fewestBeyond] ?? 0;
  const count = share(last) / (2 * normalCdf(-last));
  return {
    of: (p) => {
      if (p >= 1) return 1;
      const z = p === 0 ? Infinity : -normalQuantile(p / 2);
      const joint = z > last ? count * p : share(z);
      // More than one line, and never more than all of them apart.
      return Math.min(1, lines * p, Math.max(p, joint));
    },
  };
}

function correlations(influences: readonly Float64Array[]): readonly Float64Array[] {
  const sizes = influences.map((influence) => Math.sqrt(dot(influence, influence)));
  return influences.map((a, i) =>
    Float64Array.from(influences, (b, j) => {
      if (i === j) return 1;
      const size = (sizes[i] ?? 0) * (sizes[j] ?? 0);
      return size === 0 ? 0 : dot(a, b) / size;
    }),
  );
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** L with L·Lᵀ the matrix; a line that others make up entirely adds nothing of its own. */
function cholesky(matrix: readonly Float64Array[]): readonly Float64Array[] {
  const rows = matrix.map(({ length }) => new Float64Array(length));
  for (const [j, row] of rows.entries()) {
    const rest = (matrix[j]?.[j] ?? 0) - dot(row, row);
    const loading = rest > 1e-9 ? Math.sqrt(rest) : 0;
    row[j] = loading;
    for (let i = j + 1; i < rows.length; i++) {
      const lower = rows[i];
      if (lower === undefined || loading === 0) continue;
      lower[j] = ((matrix[i]?.[j] ?? 0) - dot(lower.subarray(0, j), row.subarray(0, j))) / loading;
    }
  }
  return rows;
}

/** How many of the sorted values are below z. */
function below(sorted: Float64Array, z: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < z) low = middle + 1;
    else high = middle;
  }
  return low;
}
