import { LogError } from "../../errors.js";
import type { BoundLog } from "../../log/bind.js";
import { rowRules } from "../../log/row-rules.js";
import { structureFaults } from "../../log/structure-faults.js";
import { notViewedPlan } from "../../log/viewed-rows.js";
import type { Connection } from "../../sql/engine.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Study } from "../../study/study.js";
import { checkJoins } from "./check-joins.js";
import type { LogCounts } from "./log-counts.js";
import { type SurveyedLog, surveyLog, surveyWithout } from "./survey-log.js";

/** Surveys a log and uses it; where the study says so, once more without trajectories that break a rule. */
export async function withSurvey<T>(
  connection: Connection,
  study: Study,
  log: BoundLog,
  use: (surveyedLog: SurveyedLog) => Promise<T>,
): Promise<T> {
  const joined = { ...(await checkJoins(connection, log)), ...(await notViewed(connection, log)) };
  const counted = (surveyedLog: SurveyedLog): SurveyedLog => ({
    ...surveyedLog,
    counts: { ...joined, ...surveyedLog.counts },
  });
  try {
    return await use(counted(await surveyLog(connection, log)));
  } catch (error) {
    const mayExclude = study.log.invalid === "excludeTrajectories" && error instanceof LogError;
    if (!mayExclude || !error.problems.some(({ code }) => excludable(log).has(code))) throw error;
  }
  return use(counted(await surveyWithout(connection, log)));
}

/** How many offered rows were not viewed, in a log that says so. */
async function notViewed({ engine, options }: Connection, log: BoundLog): Promise<LogCounts> {
  const counted = notViewedPlan(log);
  if (counted === undefined) return {};
  const [table] = await collectWide(engine, [ofOneRow(counted)], options);
  return { notViewedRows: table.number("not_viewed") };
}

/** Problems that leaving trajectories out removes: every row rule, and faults of structure. */
const excludable = (log: BoundLog): ReadonlySet<string> =>
  new Set([
    ...rowRules(log).map(({ code }) => code),
    ...structureFaults(log).map(({ code }) => code),
  ]);
