import { hypot } from "../numeric/elementary/hypot.js";

/** Eigenvalues below this share of the largest count as 0. */
const rankTolerance = 1e-10;
const mostSweeps = 60;

/**
 * A⁺b for a symmetric matrix without negative eigenvalues: the shortest of the vectors that come nearest to A x = b, by
 * Jacobi rotations. `leastNormSolution([[1, 1], [1, 1]], [2, 2])` is [1, 1].
 */
export function leastNormSolution(
  matrix: readonly (readonly number[])[],
  b: readonly number[],
): readonly number[] {
  const n = b.length;
  const a = matrix.map((row) => [...row]);
  const vectors = matrix.map((_, i) => matrix.map((_row, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < mostSweeps && offDiagonal(a) > 0; sweep++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, vectors, p, q);
  }
  const values = a.map((row, i) => row[i] ?? 0);
  const least = rankTolerance * Math.max(...values.map(Math.abs), 0);
  const solution = new Array<number>(n).fill(0);
  values.forEach((value, k) => {
    if (Math.abs(value) <= least) return;
    const along = vectors.reduce((sum, row, i) => sum + (row[k] ?? 0) * (b[i] ?? 0), 0) / value;
    vectors.forEach((row, i) => {
      solution[i] = (solution[i] ?? 0) + along * (row[k] ?? 0);
    });
  });
  return solution;
}

/** The largest entry off the diagonal, 0 where it is nothing next to the matrix. */
function offDiagonal(a: readonly (readonly number[])[]): number {
  let [off, whole] = [0, 0];
  a.forEach((row, i) => {
    row.forEach((each, j) => {
      whole = Math.max(whole, Math.abs(each));
      if (i !== j) off = Math.max(off, Math.abs(each));
    });
  });
  return off <= 1e-16 * whole ? 0 : off;
}

/** Makes a[p][q] 0 by a rotation of rows and columns p and q. */
function rotate(a: number[][], vectors: number[][], p: number, q: number): void {
  const at = (i: number, j: number): number => a[i]?.[j] ?? 0;
  const off = at(p, q);
  if (off === 0) return;
  const theta = (at(q, q) - at(p, p)) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + hypot(theta, 1));
  const c = 1 / hypot(t, 1);
  const s = t * c;
  for (const row of [...a, ...vectors]) {
    const [x, y] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  const [rowP = [], rowQ = []] = [a[p], a[q]];
  for (let j = 0; j < rowP.length; j++) {
    const [x, y] = [rowP[j] ?? 0, rowQ[j] ?? 0];
    rowP[j] = c * x - s * y;
    rowQ[j] = s * x + c * y;
  }
}
