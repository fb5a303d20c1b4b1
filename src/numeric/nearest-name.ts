import { editDistance } from "./edit-distance.js";

/**
 * The candidate that `name` most likely meant, for "did you mean" in error messages, or undefined
 * when nothing is near: at most one edit per three characters of the longer name, and at least one
 * allowed for names of two characters or more. Case does not count; of equally near candidates the
 * first wins. `nearestName("yule-simon", ["log2", "yuleSimon"])` is "yuleSimon".
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const edits = editDistance(wanted, candidate.toLowerCase());
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
