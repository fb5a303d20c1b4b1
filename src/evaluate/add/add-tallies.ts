import { addTables } from "../../tally/add.js";
import type { StudyTally } from "../about.js";
import { mergeAbout } from "./merge-about.js";

/**
 * The tally of both logs: days and shards add. Counts and sums add, and are exactly those of the whole, unless
 * all values of one log are far below 1: its sums are then known more finely than those of the whole. How many users the two share is not known, so users become null.
 * Buckets are the coarser of the two, at most 1,024. What may be chosen again (confidence, baseline,
 * decide) and the engine's settings are the left one's. Throws a StudyError that names what differs
 * where the studies do not ask the same, the clusters are other keys, or an online reward differs.
 */
export function addTallies(a: StudyTally, b: StudyTally): StudyTally {
  const about = mergeAbout(a.about, b.about);
  return { ...addTables(a, b), about };
}
