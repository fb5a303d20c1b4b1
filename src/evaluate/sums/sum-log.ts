import type { BoundLog } from "../../log/bind.js";
import { impressions } from "../../log/impressions.js";
import type { Connection } from "../../sql/engine.js";
import { askingAhead } from "../../sql/run/ask-ahead.js";
import { together } from "../../sql/run/collect.js";
import { ownDiagnostics } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import { studyInput } from "../../study/study-input.js";
import { bucketHashOf } from "../../tally/cluster-key.js";
import type { Bucketing } from "../../tally/request.js";
import { depthsTable } from "../../tally/take-depths.js";
import type { About, OnlineReward, StudyTally, Survey, TakenTally } from "../about.js";
import { requireLoggersOnAllDays } from "../ask/check-loggers.js";
import { componentsOf, questionsOf } from "../ask/questions.js";
import { surveyLoggers } from "../ask/survey-loggers.js";
import { requestOf } from "../ask/tally-request.js";
import { countDepths } from "../curves/count-depths.js";
import { fitsCurves } from "../curves/curve-requests.js";
import { type CurvesOfStudy, curvesOfStudy } from "../curves/curves-of-study.js";
import { savedFit } from "../curves/fitted-curve.js";
import { eachInTurn } from "../each-in-turn.js";
import { mostExact } from "../survey/bucketing.js";
import { usersBySplit } from "../survey/count-users.js";
import { deepestByFeed } from "../survey/deepest-rank.js";
import { frequentUsers, saysNoUser } from "../survey/frequent-users.js";
import { largestRewards } from "../survey/largest-rewards.js";
import { withSurvey } from "../survey/with-survey.js";
import { guessSurvey } from "./guess-survey.js";
import { planSums, type SumPlan } from "./plan-sums.js";
import { type SummedLog, sumUp } from "./sum-up.js";

export interface SumOptions {
  /** Also adds up what other curves than those of the study need. */
  readonly whatIf: boolean;
  /** Also takes the tables that verdicts read. */
  readonly verdicts: boolean;
  /** What is known of policies from their own logs: the tally keeps it with its sums. */
  readonly online: readonly OnlineReward[];
}

export const sumLog = (
  connection: Connection,
  study: Study,
  log: BoundLog,
  options: SumOptions,
): Promise<TakenTally> =>
  askingAhead(
    () => surveyAndSum(connection, study, log, options),
    () => askBeforeSurvey(connection, study, log),
  );

function surveyAndSum(
  connection: Connection,
  study: Study,
  log: BoundLog,
  { whatIf, verdicts, online }: SumOptions,
): Promise<TakenTally> {
  return withSurvey(connection, study, log, async (surveyed) => {
    const plan = await planSums(connection, study, surveyed);
    const curves = await curvesOfStudy(connection, study, plan);
    const sizes = await surveyLoggers(connection, plan.evaluated, curves.curve);
    if (sizes !== undefined) requireLoggersOnAllDays(study, sizes);
    const questions = questionsOf(study, surveyed.log, surveyed.summary, curves.curve, sizes);
    const { fingerprintOf } = questions;
    await eachInTurn(componentsOf(questions), fingerprintOf, connection.options?.signal);
    const largest = await largestRewards(connection, plan.evaluated);
    const summed = await sumUp(connection, { study, plan, curves, questions, whatIf, verdicts });
    const tally = tallyOf(study, plan, curves, { ...summed, largest }, online);
    return { tally, questions, fitted: curves.fitted };
  });
}

function tallyOf(
  study: Study,
  { evaluated, engine, clusteredBy }: SumPlan,
  { depths, fits }: CurvesOfStudy,
  { cells, counts, clusters, tables, largest }: SummedLog & Pick<Survey, "largest">,
  online: readonly OnlineReward[],
): StudyTally {
  const { log, summary, strata } = evaluated;
  const exact = cells.buckets.kind === "exact" ? new Set(cells.table.bucket).size : null;
  const users = log.spec.user === undefined ? null : (exact ?? clusters?.[0]?.clusters ?? null);
  const frequent =
    cells.buckets.kind === "exact" && log.spec.user !== undefined
      ? frequentUsers(cells).filter(({ key }) => study.privacy.keys || saysNoUser(key))
      : [];
  const namesUsers = cells.buckets.kind === "exact" && (study.privacy.keys || frequent.length > 0);
  const diagnostics = ownDiagnostics(study);
  const about: About = {
    version: 1,
    study: studyInput(study),
    types: [...log.types],
    survey: {
      summary,
      strata,
      users,
      counts,
      inexact: cells.inexact,
      ...(largest === undefined || largest.length === 0 ? {} : { largest }),
    },
    engine,
    online,
    curves: fits.map(savedFit),
    ...(diagnostics.length === 0 ? {} : { ownDiagnostics: diagnostics }),
  };
  const ofDepths = depths === undefined ? {} : { [depthsTable]: depths.table };
  return {
    buckets: namesUsers ? { ...cells.buckets, frequent } : cells.buckets,
    clusteredBy,
    clusters,
    tables: { cells: cells.table, ...ofDepths, ...tables },
    about,
  };
}

/**
 * Asks with the survey what a study asks after it, as far as that can be guessed: users, and the depths on which
 * curves are fitted.
 */
async function askBeforeSurvey(connection: Connection, study: Study, log: BoundLog): Promise<void> {
  const users = () => usersBySplit(connection, log, impressions(log));
  await together(
    connection.engine,
    [users, () => askDepths(connection, study, log)],
    connection.options,
  );
}

async function askDepths(connection: Connection, study: Study, log: BoundLog): Promise<void> {
  const { fitDays } = study.exposure;
  if (!fitsCurves(study.exposure) || fitDays !== undefined) return;
  const guess = await guessSurvey(connection, study, log);
  if (guess === undefined) return;
  const { surveyed, clusters } = guess;
  const bucketing: Bucketing =
    clusters <= mostExact
      ? { kind: "exact" }
      : { kind: "hashed", count: 1024, key: bucketHashOf(log) };
  await together(
    connection.engine,
    [
      () => countDepths(connection, surveyed, requestOf(study, surveyed, bucketing)),
      () => deepestByFeed(connection, surveyed),
    ],
    connection.options,
  );
}
