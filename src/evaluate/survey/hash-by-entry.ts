import type { Connection } from "../../sql/engine.js";
import type { Bucketing } from "../../tally/request.js";
import type { SurveyedLog } from "./survey-log.js";

/** Of fewer rows, what a dictionary saves is less than it takes to look for one. */
const manyRows = 2 ** 20;

/**
 * The bucketing that hashes text keys in every row, where the engine then hashes each entry of a dictionary
 * once. Buckets are the same. Rows that are joined come without their dictionaries.
 */
export async function hashingByEntry(
  { engine, options }: Connection,
  { log, summary, counts }: SurveyedLog,
  bucketing: Bucketing,
): Promise<Bucketing> {
  const { user, join } = log.spec;
  const isText = bucketing.kind === "hashed" && bucketing.key === "text";
  const isPlain = join === undefined && counts.excludedRows === undefined;
  if (
    !isText ||
    log.salt !== undefined ||
    !isPlain ||
    user === undefined ||
    summary.rows < manyRows
  )
    return bucketing;
  const byEntry = await engine.computesByEntry?.(log.source, user, options);
  return byEntry === true ? { ...bucketing, byEntry } : bucketing;
}
