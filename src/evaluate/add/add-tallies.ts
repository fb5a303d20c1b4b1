import { addTables } from "../../tally/index.js";
import type { StudyTally } from "../about.js";
import { mergeAbout } from "./merge-about.js";

/**
 * The tally of both logs: days and shards add. Counts and sums add; where both logs shared one scale
 * the sums are exactly those of the whole, else they agree with it to the resolution of the sums
 * (1e-9 of a column's spread a row). How many users the two share is not known, so users become null.
 * Buckets are the coarser of the two, at most 1,024. What may be chosen again (confidence, baseline,
 * decide) and the engine's settings are the left one's. Throws a StudyError that names what differs
 * where the studies do not ask the same, the clusters are other keys, or an online reward differs.
 */
export function addTallies(a: StudyTally, b: StudyTally): StudyTally {
  const about = mergeAbout(a.about, b.about);
  return { ...addTables(a, b), about };
}
