import { type Reason, reason } from "../errors.js";
import type { Study } from "../study/index.js";
import type { Survey } from "./survey.js";

/** What the survey of a log gives cause to say, though nothing was refused. */
export function surveyWarnings({ counts, inexact }: Survey, { log }: Study): readonly Reason[] {
  const { excludedTrajectories = 0, excludedRows = 0, severalDays = 0 } = counts;
  const warnings: Reason[] = [];
  if (excludedTrajectories > 0 || excludedRows > 0) {
    const message = `${excludedTrajectories} trajectories (${excludedRows} rows) break a rule and are left out; numbers speak of the others only.`;
    warnings.push(reason("excludedTrajectories", message, { excludedTrajectories, excludedRows }));
  }
  if (severalDays > 0) {
    const rows = log.structure === "check" ? "count on their first day" : "count row by row";
    const message = `${severalDays} trajectories hold rows of several days and ${rows}.`;
    warnings.push(reason("trajectoriesSpanDays", message, { trajectories: severalDays }));
  }
  if (inexact > 0) {
    const message = `${inexact} columns have too wide a range to be added exactly; their last digits may depend on the engine.`;
    warnings.push(reason("inexactSums", message, { columns: inexact }));
  }
  return warnings;
}
