import type { Connection } from "../../sql/engine.js";
import type { Study } from "../../study/study.js";
import { clusterKeyFor } from "../../tally/cluster-key.js";
import type { Bucketing, TallyRequest } from "../../tally/request.js";
import type { ClusterKey } from "../../tally/tally.js";
import type { EngineFacts } from "../about.js";
import { componentsBeforeFit } from "../ask/questions.js";
import { requestOf } from "../ask/tally-request.js";
import { fitsCurves, readsCurves } from "../curves/curve-requests.js";
import { withoutFitDays } from "../curves/fit-days.js";
import { chooseBucketing, mostExact } from "../survey/bucketing.js";
import { countUsers, type Users } from "../survey/count-users.js";
import { deepestView } from "../survey/deepest-rank.js";
import { hashingByEntry } from "../survey/hash-by-entry.js";
import type { SurveyedLog } from "../survey/survey-log.js";

export interface SumPlan {
  /** With the days on which curves are fitted. */
  readonly whole: SurveyedLog;
  /** Without them. */
  readonly evaluated: SurveyedLog;
  readonly users: Users;
  readonly expectedRowsPerCell: number;
  /** No components yet. */
  readonly request: TallyRequest;
  readonly engine: EngineFacts;
  readonly clusteredBy: ClusterKey;
}

/** Decides which rows are evaluated and how their clusters become buckets. */
export async function planSums(
  connection: Connection,
  study: Study,
  whole: SurveyedLog,
): Promise<SumPlan> {
  const { engine } = connection;
  const evaluated = withoutFitDays(whole, study.exposure.fitDays);
  const users = await countUsers(connection, evaluated);
  const everyone = evaluated === whole ? users : await countUsers(connection, whole);
  const chosen = bucketingOf(study, evaluated, everyone.total);
  const bucketing = await hashingByEntry(connection, evaluated, chosen.bucketing);
  const by = { name: engine.name, version: (await engine.info()).version };
  return {
    whole,
    evaluated,
    users,
    expectedRowsPerCell: chosen.expectedRowsPerCell,
    request: requestOf(study, evaluated, bucketing),
    engine: by,
    clusteredBy: clusterKeyFor(whole.log, bucketing, by),
  };
}

function bucketingOf(
  study: Study,
  evaluated: SurveyedLog,
  clusters: number,
): { readonly bucketing: Bucketing; readonly expectedRowsPerCell: number } {
  const { log, summary, strata } = evaluated;
  const depthCells = (buckets: number): number =>
    fitsCurves(study.exposure)
      ? Math.min(summary.rows, 2 * buckets * strata.length * deepestView(log, summary))
      : 0;
  // Files hold buckets of users: only among buckets do the same users meet.
  const least = readsCurves(study.exposure) ? mostExact + 1 : clusters;
  const components = componentsBeforeFit(study, log, summary);
  return chooseBucketing(evaluated, Math.max(clusters, least), components, depthCells);
}
