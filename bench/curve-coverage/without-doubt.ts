import type { StudyTally } from "../../src/evaluate/about.js";
import { conclude } from "../../src/evaluate/conclude/conclude.js";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { rankKey } from "../../src/tally/pairs-table.js";
import { slopesTable } from "../../src/tally/take-slopes.js";
import type { TallyTable } from "../../src/tally/tally.js";

/**
 * The result of the same tally if its curves had been given by the study: the same values, with errors
 * that leave the curves' own out. Its table of slopes says that no sum moves with a curve.
 */
export async function withoutDoubt(tally: StudyTally): Promise<Result> {
  const marks = Object.keys(tally.tables.cells?.columns ?? {});
  const none = { combine: "sum", hi: new Float64Array(), lo: null } as const;
  const still: TallyTable = {
    rows: 0,
    strata: [],
    stratum: new Int32Array(),
    bucket: new Int32Array(),
    keys: { [rankKey]: new Float64Array() },
    columns: Object.fromEntries(marks.map((mark) => [mark, none])),
  };
  return conclude({ ...tally, tables: { ...tally.tables, [slopesTable]: still } });
}
