import { isOfSampledTrajectory, sampled } from "../../log/structure.js";
import type { Connection } from "../../sql/engine.js";
import type { Expression } from "../../sql/expression.js";
import type { Study } from "../../study/study.js";
import { heldRows } from "../../tally/held-rows.js";
import type { TallyRequest } from "../../tally/request.js";
import { deepestRank } from "../survey/deepest-rank.js";
import type { LogCounts } from "../survey/log-counts.js";
import { requireDistinctTargets, requireSoundSample } from "../survey/rules/check-structure.js";
import type { SurveyedLog } from "../survey/survey-log.js";

/** Up to this many rows every trajectory is searched for duplicate target ranks, not a sample. */
const rowsSearchedWhole = 100_000;

const isSearched = ({ log: { structure } }: Study, { log }: SurveyedLog): boolean =>
  structure !== "declared" && log.spec.trajectory !== undefined;

/** The rows that `requireSoundTargets` looks at, where these are a sample. */
export const sampleOfTargets = (study: Study, log: SurveyedLog): readonly Expression[] =>
  isSearched(study, log) && log.summary.rows > rowsSearchedWhole ? [isOfSampledTrajectory] : [];

/**
 * Duplicate target ranks are looked for in a sample, or everywhere where rows are few. Structure that has
 * been checked in every trajectory is not checked in a sample again.
 */
export async function requireSoundTargets(
  connection: Connection,
  study: Study,
  surveyedLog: SurveyedLog,
  isChecked: boolean,
  request: TallyRequest,
): Promise<LogCounts> {
  const { log, rows, summary } = surveyedLog;
  if (!isSearched(study, surveyedLog)) return {};
  const [sample] = sampleOfTargets(study, surveyedLog);
  const looked = sample === undefined ? rows : sampled(log, heldRows(request, sample));
  const targets = await requireDistinctTargets(connection, log, looked);
  const isSampled = study.log.structure === "sample" && log.spec.rank !== undefined;
  if (!isSampled || isChecked) return targets;
  const depth = deepestRank(log, summary);
  return { ...targets, ...(await requireSoundSample(connection, log, looked, depth)) };
}
