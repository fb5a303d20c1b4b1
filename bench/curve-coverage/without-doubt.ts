import { conclude, type Result } from "../../src/evaluate/index.js";
import { depthsTable, type Tally } from "../../src/tally/index.js";

/**
 * The result of the same tally if its curves had been given by the study: the same values, with errors
 * that leave the curves' own out. Without its tables of slopes a tally does not know that curves moved.
 */
export function withoutDoubt({ tables, ...rest }: Tally): Result {
  const kept = Object.entries(tables).filter(([name]) => name === "cells" || name === depthsTable);
  return conclude({ ...rest, tables: Object.fromEntries(kept) });
}
