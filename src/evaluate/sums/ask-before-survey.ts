import type { BoundLog } from "../../log/bind.js";
import { impressions } from "../../log/impressions.js";
import type { Connection } from "../../sql/engine.js";
import { together } from "../../sql/run/collect.js";
import type { Study } from "../../study/study.js";
import { bucketHashOf } from "../../tally/cluster-key.js";
import type { Bucketing } from "../../tally/request.js";
import { requestOf } from "../ask/tally-request.js";
import { countDepths } from "../curves/count-depths.js";
import { fitsCurves } from "../curves/curve-requests.js";
import { mostExact } from "../survey/bucketing.js";
import { usersBySplit } from "../survey/count-users.js";
import { deepestByFeed } from "../survey/deepest-rank.js";
import { guessSurvey } from "./guess-survey.js";

/**
 * Asks with the survey what a study asks after it, as far as that can be guessed: users, and the depths on which
 * curves are fitted.
 */
export async function askBeforeSurvey(
  connection: Connection,
  study: Study,
  log: BoundLog,
): Promise<void> {
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
