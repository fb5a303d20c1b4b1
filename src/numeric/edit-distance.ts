/**
 * The number of single-character insertions, deletions, replacements and swaps of neighbours that
 * turn `a` into `b`, no character being edited twice (optimal string alignment). Symmetric, but not
 * a metric: "ca" → "abc" is 3. Case counts. `editDistance("clcik", "click")` is 1.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const edited = Math.min(replace, at(previous, j) + 1, at(current, j - 1) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current[j] = swapped ? Math.min(edited, at(beforePrevious, j - 2) + 1) : edited;
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
