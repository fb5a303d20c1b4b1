import type { CurveByFeed } from "../../exposure/curve-spec.js";
import type { Connection } from "../../sql/engine.js";
import type { Study } from "../../study/study.js";
import type { TallyRequest } from "../../tally/request.js";
import { type DepthSums, depthsTable } from "../../tally/take-depths.js";
import type { Buckets, ClusterKey } from "../../tally/tally.js";
import { deepestByFeed, longestList } from "../survey/deepest-rank.js";
import type { LogCounts } from "../survey/log-counts.js";
import { requireSoundCurves } from "../survey/rules/check-curves.js";
import type { SurveyedLog } from "../survey/survey-log.js";
import { countDepths, type DepthCounts } from "./count-depths.js";
import { curvesWith, fitsCurves, hasFittedCurves } from "./curve-requests.js";
import { fitCurves } from "./fit-curves.js";
import { onFitDays, requireWholeTrajectories } from "./fit-days.js";
import { type FitOfFeed, type FittedCurve, fittedCurve } from "./fitted-curve.js";

/** The curves of a study on its log: as given, read from a file, or fitted. */
export interface CurvesOfStudy {
  readonly curve: CurveByFeed | undefined;
  readonly fitted: readonly FittedCurve[];
  /** The fits of `fitted`, as a tally keeps them. */
  readonly fits: readonly FitOfFeed[];
  /** Absent where no curve is fitted on this log. */
  readonly depths: DepthSums | undefined;
  /** What the pass over depths counted of the structure of trajectories; null where it checked nothing. */
  readonly structure: LogCounts | null;
  /** Whether it checked every trajectory that is evaluated. */
  readonly isChecked: boolean;
}

export interface LogToFit {
  readonly whole: SurveyedLog;
  readonly evaluated: SurveyedLog;
  readonly request: TallyRequest;
  readonly clusteredBy: ClusterKey;
}

/** Fits and reads the curves of a study; throws where one cannot be, or does not suit the log. */
export async function curvesOfStudy(
  connection: Connection,
  study: Study,
  { whole, evaluated, request, clusteredBy }: LogToFit,
): Promise<CurvesOfStudy> {
  const { exposure } = study;
  await requireWholeTrajectories(connection, whole, exposure.fitDays);
  const { depths, structure }: Partial<DepthCounts> = fitsCurves(exposure)
    ? await countDepths(connection, onFitDays(whole, exposure.fitDays), request)
    : {};
  const feeds = [...new Set(evaluated.strata.map(({ feed }) => feed))];
  const deepest = hasFittedCurves(exposure) ? await deepestByFeed(connection, evaluated) : () => 1;
  const fits = await fitCurves({
    study,
    feeds,
    deepest,
    depths,
    clusteredBy,
    ...longestList(evaluated.log, evaluated.summary),
  });
  const tables = depths === undefined ? {} : { [depthsTable]: depths.table };
  const buckets = bucketsOf(request);
  const fitted = fits.map((fit) => fittedCurve({ buckets, tables }, fit));
  const curve = curvesWith(exposure, fitted);
  await requireSoundCurves(connection, curve, evaluated);
  return {
    curve,
    fitted,
    fits,
    depths,
    structure: structure ?? null,
    isChecked: structure !== undefined && structure !== null && exposure.fitDays === undefined,
  };
}

const bucketsOf = ({ bucketing }: TallyRequest): Buckets =>
  bucketing.kind === "exact" ? { kind: "exact", hashes: [] } : bucketing;
