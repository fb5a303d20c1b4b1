/**
 * The candidate that `name` most likely meant, for "did you mean" in error messages, or undefined
 * when nothing is near: at most one edit per three characters of the longer name, and at least one
 * allowed for names of two characters or more. Case does not count; of equally near candidates the
 * first wins. `nearestName("yule-simon", ["log2", "yuleSimon"])` is "yuleSimon".
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const target = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const edits = editDistance(target, candidate.toLowerCase());
    const longer = Math.max(name.length, candidate.length);
    const allowed = longer < 2 ? 0 : Math.max(1, Math.floor(longer / 3));
    if (edits <= allowed && edits < fewest) {
      nearest = candidate;
      fewest = edits;
    }
  }
  return nearest;
}

/**
 * The end of an error message about a name that is not known: ` Did you mean "yuleSimon"?`, or nothing
 * where no candidate is near.
 */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
}

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
