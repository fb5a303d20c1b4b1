import type { StudyTally } from "../../../src/evaluate/about.js";
import { conclude } from "../../../src/evaluate/conclude/conclude.js";
import { decodeTally } from "../../../src/tally/decode-tally.js";

/** The result of a saved tally as JSON. */
export async function concluded(bytes: ArrayBuffer): Promise<string> {
  const tally: StudyTally = await decodeTally(bytes);
  return JSON.stringify(await conclude(tally));
}
