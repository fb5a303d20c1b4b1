import { readTally as readTallyFile } from "../tally/tally-file.js";
import type { About, StudyTally } from "./about.js";

/**
 * The tally that `saveTally` wrote into a file, ready for `conclude` or `addTallies`. Throws a StudyError
 * where the file is missing or is not a tally.
 *
 * @example
 * const result = await conclude(await readTally("monday.parquet"));
 */
export const readTally: (path: string) => Promise<StudyTally> = readTallyFile<About>;
