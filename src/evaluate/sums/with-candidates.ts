import type { CurveByFeed } from "../../exposure/curve-spec.js";
import { longestCurve } from "../../exposure/curve-view.js";
import type { Connection } from "../../sql/engine.js";
import { readsCandidates } from "../../tally/columns.js";
import type { TallyRequest } from "../../tally/request.js";
import type { LogCounts } from "../survey/log-counts.js";
import { shallowestCutoff } from "../survey/rules/check-curves.js";
import { surveyCandidates } from "../survey/survey-candidates.js";
import type { SurveyedLog } from "../survey/survey-log.js";

export async function withCandidates(
  connection: Connection,
  evaluated: SurveyedLog,
  request: TallyRequest,
  curve: CurveByFeed | undefined,
): Promise<TallyRequest> {
  const { candidates } = evaluated.log;
  const kinds = new Set(request.components.map(({ over }) => over));
  const lists = kinds.has("lists");
  const offers = request.components.some(readsCandidates);
  if (
    candidates === undefined ||
    !(lists || offers || kinds.has("candidates") || kinds.has("groups"))
  ) {
    return request;
  }
  const reach = curve === undefined ? 0 : Math.min(longestCurve, shallowestCutoff(curve));
  const candidateRows = await surveyCandidates(connection, evaluated, candidates, { lists, reach });
  return { ...request, candidates: candidateRows };
}

/** How many candidates lack a logged exposure, and how many are of other trajectories, where some are. */
export const candidateCounts = ({ candidates }: TallyRequest): LogCounts => {
  const { unexposed = 0, elsewhere = 0 } = candidates ?? {};
  return {
    ...(unexposed > 0 && { unexposedCandidates: unexposed }),
    ...(elsewhere > 0 && { candidatesElsewhere: elsewhere }),
  };
};
