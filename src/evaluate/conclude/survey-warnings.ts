import { thresholds } from "../../diagnostics/index.js";
import { type Reason, reason } from "../../errors.js";
import { type BoundLog, roleWarnings } from "../../log/index.js";
import type { Survey } from "../about.js";
import type { EstimateRow } from "./result.js";

/** What the survey of a log gives cause to say, though nothing was refused. */
export function surveyWarnings(
  { counts, inexact, summary }: Survey,
  log: BoundLog,
): readonly Reason[] {
  const { excludedTrajectories = 0, excludedRows = 0, severalDays = 0 } = counts;
  const warnings: Reason[] = [];
  if (excludedTrajectories > 0 || excludedRows > 0) {
    const message = `${excludedTrajectories} trajectories (${excludedRows} rows) break a rule and are left out; numbers speak of the others only.`;
    warnings.push(reason("excludedTrajectories", message, { excludedTrajectories, excludedRows }));
  }
  if (severalDays > 0) {
    const message = `${severalDays} trajectories hold rows of several days and count on their first day.`;
    warnings.push(reason("trajectoriesSpanDays", message, { trajectories: severalDays }));
  }
  if (inexact > 0) {
    const message = `${inexact} columns have too wide a range to be added exactly; their last digits may depend on the engine.`;
    warnings.push(reason("inexactSums", message, { columns: inexact }));
  }
  return [...warnings, ...roleWarnings(log, summary)];
}

/** Rows by day whose own standard error rests on few clusters, said once for all of them. */
export function thinDays(estimates: readonly EstimateRow[]): readonly Reason[] {
  const thin = estimates.filter(
    (row) => row.day !== null && "value" in row && row.warnings.includes("fewClusters"),
  );
  const days = new Set(thin.map(({ feed, day }) => JSON.stringify([feed, day])));
  if (days.size === 0) return [];
  const message = `On ${days.size} ${days.size === 1 ? "day" : "days"} of a feed a standard error rests on fewer than ${thresholds.fewClusters.watch} clusters (of one logger, where there are several) and is itself uncertain.`;
  return [reason("fewClusters", message, { days: days.size })];
}
