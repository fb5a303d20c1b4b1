/**
 * Solves a symmetric positive definite system for several right sides by Gauss–Jordan elimination without exchange of
 * rows. An unknown whose pivot is no larger than its least is 0. `solve([[2]], [[4]], [0])` is `[[2]]`.
 */
export function solve(
  matrix: readonly (readonly number[])[],
  rights: readonly (readonly number[])[],
  least: readonly number[],
): number[][] {
  const rows = matrix.map((row, i) => [...row, ...rights.map((right) => entry(right, i))]);
  const kept = rows.map((row, i) => {
    const pivot = entry(row, i);
    if (!(pivot > entry(least, i))) return false;
    rows.forEach((other, at) => {
      if (at === i) return;
      const factor = entry(other, i) / pivot;
      other.forEach((value, j) => {
        other[j] = value - factor * entry(row, j);
      });
    });
    return true;
  });
  const size = matrix.length;
  return rights.map((_, r) =>
    rows.map((row, i) => (kept[i] === true ? entry(row, size + r) / entry(row, i) : 0)),
  );
}

const entry = (list: readonly number[], i: number): number => list[i] ?? 0;
