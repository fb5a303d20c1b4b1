import type { StudyInput } from "../../schema/study-input.js";
import type { Reason } from "../errors.js";
import { type DaysReader, readDays } from "../evaluate/conclude/answers-on.js";
import type { Verdict } from "../evaluate/conclude/result.js";
import { requireOneFeed } from "../evaluate/online.js";
import { onEngine, studyOf } from "../evaluate/study-of.js";
import { takeWithQuestions } from "../evaluate/take-tally.js";
import { inferenceFor } from "../inference/inference.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import type { MemberOptions } from "../study/members.js";
import type { Study } from "../study/study.js";
import { version } from "../version.js";
import { checkUnits } from "./check-units.js";
import { doubtsOf, unseenRewards } from "./doubts.js";
import { sensitivityRows } from "./known-differences.js";
import { linesOf } from "./lines.js";
import type { OnlineArm } from "./online-arm.js";
import { onlineArms, tableOfOnline, unitOf } from "./online-arms.js";
import { overallOf } from "./overall.js";
import { pointsOf } from "./pairs.js";
import { comparedStudy, keyOfRow, shownRequests } from "./requests.js";
import type { OnlineComparison } from "./result.js";

export interface CompareOptions extends CallOptions, MemberOptions {
  /** An engine of the caller's own, which stays open; by default the study's is opened and closed. */
  readonly engine?: Engine;
}

/** At which the paper's sensitivity analysis counts a difference as found. */
const sensitivityConfidence = 0.99;

/**
 * How what was estimated of policies on a log goes together with what they earned where they ran: correlations over
 * days and over policies, the slope, and what clips make of known differences. The study names online results in
 * `online` (a table) or in its policies. One pass over the log gives every day. Throws StudyError, LogError,
 * UnsupportedError or EngineError. Jeunen et al. (KDD 2024), sections 6.1 and 6.2.
 *
 * @example
 * const { lines } = await compareOnline(await readStudyFile("study.yaml"));
 */
export async function compareOnline(
  study: Study,
  options?: CompareOptions,
): Promise<OnlineComparison>;
export async function compareOnline(
  study: StudyInput,
  options?: CompareOptions,
): Promise<OnlineComparison>;
export async function compareOnline(
  input: StudyInput | Study,
  options: CompareOptions = {},
): Promise<OnlineComparison> {
  const { engine, members, ...call } = options;
  const study = studyOf(input, members);
  requireOneFeed(study);
  return onEngine(study, engine, async (opened) => {
    const connection = { engine: opened, options: call };
    const rows = await tableOfOnline(connection, study);
    const compared = comparedStudy(study, study.log.day !== undefined);
    const tally = await takeWithQuestions(compared, {
      ...call,
      engine: opened,
      withoutOnline: true,
    });
    const reader = await readDays(tally, call.signal);
    const arms = await onlineArms(connection, { ...compared, ...onlineOf(study) }, reader, rows);
    const doubts = checkUnits(arms, reader, study.online ?? {});
    const verdicts = await reader.verdicts(unitOf(study));
    return concludeComparison(study, reader, arms, verdicts, doubts);
  });
}

const onlineOf = ({ online }: Study): Pick<Study, "online"> =>
  online === undefined ? {} : { online };

function concludeComparison(
  study: Study,
  reader: DaysReader,
  arms: readonly OnlineArm[],
  verdicts: readonly Verdict[],
  doubts: readonly Reason[],
): OnlineComparison {
  const unit = unitOf(study);
  const unseen = unseenRewards(reader);
  const points = pointsOf(
    reader,
    arms,
    { baseline: study.baseline, verdicts },
    ({ estimand, role, ...row }) =>
      estimand === (role === "score" ? "perTrajectory" : unit) &&
      !unseen.some(({ feed, reward }) => feed === row.feed && reward === row.reward),
  );
  const inference = inferenceFor(study);
  const isShown = shownRequests(study);
  const shown = points.filter(({ row }) => isShown(keyOfRow(row)));
  const lines = linesOf(shown, inference);
  const rows = sensitivityRows(
    points.filter(({ drift }) => drift === undefined),
    sensitivityConfidence,
  );
  const days = [...new Set(arms.flatMap(({ byDay }) => [...byDay.keys()]))].sort();
  return {
    hindcast: version,
    baseline: study.baseline,
    confidence: study.confidence,
    adjust: study.adjust,
    days: days.length,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    policies: [...new Set(arms.flatMap((arm) => (arm.isLog ? [] : [arm.policy])))],
    overall: overallOf(shown, inference),
    lines,
    sensitivity: rows.length === 0 ? null : { confidence: sensitivityConfidence, rows },
    warnings: [...doubts, ...doubtsOf({ study, arms, lines, reader, days, verdicts })],
  };
}
