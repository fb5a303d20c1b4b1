import type { BoundLog } from "../../log/bind.js";
import { isColumnOf, isWholeColumn } from "../../log/canonical.js";
import { structureChecks } from "../../log/structure.js";
import { rangeOf } from "../../log/summary.js";
import type { Study } from "../../study/study.js";
import type { TallyRequest } from "../../tally/request.js";
import { deepestRank } from "../survey/deepest-rank.js";
import type { SurveyedLog } from "../survey/survey-log.js";

/** What turning components into queries needs to know of a surveyed log; no components yet. */
export function requestOf(
  study: Study,
  { log, rows, summary }: SurveyedLog,
  bucketing: TallyRequest["bucketing"],
): TallyRequest {
  const depth = deepestRank(log, summary);
  const range = (name: string): readonly [number, number] => rangeOf(log, summary, name);
  return {
    log,
    rows,
    components: [],
    bucketing,
    clusters: [],
    leaves: { column: range, rows: log.spec.rank === undefined ? summary.rows : depth },
    impressions: summary.rows,
    wholeColumn: (name) => isColumnOf(name, "reward") && isWholeColumn(log, name),
    fullColumn: (name) =>
      isColumnOf(name, "targetRank") &&
      log.spec.listLength === undefined &&
      summary.columns[name]?.values === summary.rows,
    sums: study.sums,
    counting: countingOf(log),
    daysSpan: false,
    structure:
      log.spec.structure === "check" ? structureChecks(log, depth) : { inner: [], outer: [] },
  };
}

/** How trajectories are counted; only `declared` and `sample` trust rows of rank 1 unseen. */
export function countingOf({ spec }: BoundLog): TallyRequest["counting"] {
  if (spec.trajectory === undefined) return "rows";
  return spec.structure === "check" || spec.rank === undefined ? "trajectories" : "firstRank";
}
