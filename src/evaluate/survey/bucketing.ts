import { reason, StudyError } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import type { Stratum } from "../../log/strata.js";
import { hashedBuckets } from "../../tally/bucket.js";
import { bucketHashOf } from "../../tally/cluster-key.js";
import { fingerprintOf } from "../../tally/columns.js";
import type { Bucketing } from "../../tally/request.js";
import { widestRole } from "./rules/check-rows.js";
import type { SurveyedLog } from "./survey-log.js";

/** Up to this many clusters each is its own bucket. */
export const mostExact: number = 16_384;
/** Rows × columns of sums that may come back. */
const mostCells = 8_000_000;

/** Columns in addition to the components: rows and trajectories. */
const counts = 2;

/**
 * How clusters become buckets: exact → 1,024 → 128, as the cap on what comes back allows. Components
 * that add up the same come back once; `depthCells` are what fitting curves takes in addition.
 */
export function chooseBucketing(
  { log, strata, sizes }: SurveyedLog,
  clusters: number,
  components: readonly Component[],
  depthCells: (buckets: number) => number = () => 0,
): { readonly bucketing: Bucketing; readonly expectedRowsPerCell: number } {
  const columns =
    new Set(components.map((component) => fingerprintOf(log, component))).size + counts;
  const largestStratum = sizes.reduce((most, size) => Math.max(most, size), 0);
  const cells = (buckets: number): number =>
    buckets * strata.length * columns + depthCells(buckets);
  if (clusters <= mostExact && cells(clusters) <= mostCells) {
    const expectedRowsPerCell = (16 * largestStratum) / Math.max(1, clusters);
    return { bucketing: { kind: "exact" }, expectedRowsPerCell };
  }
  const count = hashedBuckets.find((buckets) => cells(buckets) <= mostCells);
  if (count === undefined) throw tooWide(log, strata, columns);
  return {
    bucketing: { kind: "hashed", count, key: bucketHashOf(log) },
    expectedRowsPerCell: (2 * largestStratum) / count,
  };
}

function tooWide(log: SurveyedLog["log"], strata: readonly Stratum[], columns: number): StudyError {
  const { role, key, column, values } = widestRole(log, strata);
  const message = `${strata.length} strata × 128 buckets × ${columns} sums are more than ${mostCells} numbers; log.${key} (column "${column}", ${values} values) splits most: choose a coarser column, leave ${key} out, or ask for fewer estimators.`;
  return new StudyError(reason("tooManyCells", message, { role, column, values, columns }));
}
