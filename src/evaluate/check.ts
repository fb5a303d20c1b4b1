import type { StudyInput } from "../../schema/study-input.js";
import { one } from "../checks/figures.js";
import { lostWithoutDays } from "../checks/lost-without-days.js";
import { factsOfSilence, silenceOf } from "../checks/silent-ranks.js";
import { LogError, type Reason, reason } from "../errors.js";
import { impressions } from "../log/impressions.js";
import { onlyViewed } from "../log/viewed-rows.js";
import type { CallOptions, Connection, Engine } from "../sql/engine.js";
import { from } from "../sql/relation.js";
import { askingAhead } from "../sql/run/ask-ahead.js";
import type { MemberOptions } from "../study/members.js";
import type { Study } from "../study/study.js";
import { label } from "./ask/label.js";
import { conclude } from "./conclude/conclude.js";
import type { CurveFacts, LogFacts, Result } from "./conclude/result.js";
import { isAnswer } from "./conclude/withheld.js";
import { onEngine, studyOf } from "./study-of.js";
import { withBoundSource } from "./survey/bind-source.js";
import type { LogCounts } from "./survey/log-counts.js";
import { isConstant, type LogProfile, profileLog } from "./survey/profile-log.js";
import { renamedRewards, renamedWords, withEmptyRows } from "./survey/renamed-rewards.js";
import { type RewardSigns, rewardSigns } from "./survey/reward-signs.js";
import { requireDistinctTargets } from "./survey/rules/check-structure.js";
import { takeWithQuestions } from "./take-tally.js";

export interface CheckOptions extends CallOptions, MemberOptions {
  /** An engine of the caller's own, which stays open; by default the study's is opened and closed. */
  readonly engine?: Engine;
  /** Looks for duplicate target ranks in every trajectory, not in one of 64. */
  readonly full?: boolean;
}

/** What a log is fit for. */
export interface CheckReport {
  readonly log: LogFacts | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly Reason[];
  readonly warnings: readonly Reason[];
  readonly supports: readonly Support[];
  /** Comparisons of the study that the numbers of this log do not answer: its verdicts that withhold them. */
  readonly refused?: readonly RefusedLine[];
  /** The curves that the study fits to the log, and the level of their parameters' intervals. */
  readonly curves?: readonly CurveFacts[];
  readonly confidence?: number;
  /** What the columns that the study uses hold; of a log without a study, all of them. */
  readonly profile?: LogProfile;
}

/** A comparison that gets no number from this log, and why. */
export interface RefusedLine {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly reason: Reason;
}

export interface Support {
  readonly policy: string;
  readonly estimator: string;
  readonly supported: boolean;
  readonly reason: Reason | null;
}

/**
 * Surveys a log and says what it supports; the log's problems are listed, not thrown. The study is one that
 * was read, or an object in the shape of a study file.
 */
export async function check(study: Study, options?: CheckOptions): Promise<CheckReport>;
export async function check(study: StudyInput, options?: CheckOptions): Promise<CheckReport>;
export async function check(
  input: StudyInput | Study,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const { engine, members, ...rest } = options;
  const study = studyOf(input, members);
  return onEngine(study, engine, (opened) => checkOn(opened, study, rest));
}

/** A log of which no column is named, or that breaks a rule, supports nothing yet. */
const nothing: CheckReport = { log: null, counts: {}, problems: [], warnings: [], supports: [] };

async function checkOn(
  engine: Engine,
  study: Study,
  { full = false, ...call }: Omit<CheckOptions, "engine" | "members">,
): Promise<CheckReport> {
  const strict: Study = { ...study, log: { ...study.log, structure: "check" } };
  const connection = { engine, options: call };
  const take = () => takeWithQuestions(strict, { engine, ...call });
  const signsAmong = (rows: number) =>
    withBoundSource(connection, study, (bound) => rewardSigns(connection, bound, rows));
  const { profile, uses } = await withBoundSource(connection, study, async (bound) => ({
    profile: await askingAhead(
      () => profileLog(connection, bound, study.estimators.length > 0, signsAmong),
      take,
    ),
    uses: bound.uses.length,
  }));
  if (uses === 0) return { ...nothing, profile };
  const renamed = await renamedIn(connection, study, profile);
  try {
    const counts = full ? await fullCounts({ engine, options: call }, strict) : {};
    const { tally, ...questionSet } = await askingAhead(take, () => signsAmong(profile.rows));
    const result = await conclude(tally, { signal: call.signal }, questionSet);
    const signs = await signsAmong(profile.rows);
    return {
      log: result.log,
      counts: { ...result.log.counts, ...counts },
      problems: [],
      warnings: [
        ...renamed,
        ...signsOf(profile, result.log, study.log.rows),
        ...withoutDays(study),
        ...signs.flatMap((sign) => reasonsOf(sign, study.log.rows)),
        ...result.warnings,
      ],
      supports: supportsOf(result),
      refused: refusedIn(result),
      curves: result.curves,
      confidence: result.confidence,
      profile,
    };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { ...nothing, problems: error.problems, warnings: renamed, profile };
  }
}

/** Rewards with empty rows whose column may have got another name on some day. */
function renamedIn(
  connection: Connection,
  study: Study,
  profile: LogProfile,
): Promise<readonly Reason[]> {
  const { day, join, source, rewards } = study.log;
  const named = Object.values(rewards).map((rewardSpec) => rewardSpec.column);
  const empty = withEmptyRows(named, profile);
  if (day === undefined || join !== undefined || empty.length === 0) return Promise.resolve([]);
  return withBoundSource(connection, study, async (bound) => {
    // The rows of a bound log have the columns alone that the study uses; the other name is of none of them.
    const all = await connection.engine.describe(bound.source, connection.options);
    const whole = { ...bound, rows: from(bound.source) };
    const { rows } = onlyViewed(
      whole,
      all.map(({ name }) => name),
    );
    const renamed = await renamedRewards(connection, { rows, columns: all, day }, empty);
    return renamed.map((renamedReward) =>
      reason("rewardRenamed", `${renamedWords(renamedReward, source, connection, all)}.`, {
        ...renamedReward,
      }),
    );
  });
}

/** What a study without a day does not learn; nothing of one that compares no policies. */
function withoutDays({ log, policies }: Study): readonly Reason[] {
  if (log.day !== undefined || Object.keys(policies).length === 0) return [];
  const message = `The study names no log.day, without which there are no results by day, and these checks are lost: ${lostWithoutDays}. Name the column with the day or the time, if the log has one.`;
  return [reason("dayNotNamed", message, {})];
}

/** What the columns alone say against a log: rewarded rows only, a row for a trajectory, offered rows for viewed ones. */
function signsOf(
  { columns, rowsPerTrajectory, rows: read }: LogProfile,
  { trajectories, impressions: rows }: LogFacts,
  kind: Study["log"]["rows"],
): readonly Reason[] {
  const always = columns.filter(
    (column) =>
      column.uses.some((use) => use.startsWith("log.rewards")) &&
      column.values === read &&
      isConstant(column),
  );
  const named = (use: string) => columns.find(({ uses }) => uses.includes(use));
  const [key, rank] = [named("log.trajectory"), named("log.rank")];
  const deepest = Number(rank?.range?.[1] ?? 0);
  const isWhole = (rowsPerTrajectory ?? 0) >= wholeLists * deepest && deepest >= fewestRanks;
  return [
    ...always.map(({ name }) => {
      const message = `Every row has the same reward in "${name}": if rows without it were viewed and not logged, no estimate from this log is right. Log every viewed row.`;
      return reason("clicksOnly", message, { column: name });
    }),
    ...(key !== undefined && rank !== undefined && trajectories > 1 && trajectories === rows
      ? [
          reason(
            "oneRowEach",
            `Every trajectory has one row: "${key.name}" may be the key of a row. Name the column of the session or the list.`,
            { column: key.name, trajectories },
          ),
        ]
      : []),
    ...(isWhole && kind !== "offered" && trajectories >= fewestLists
      ? [
          reason(
            "viewsNotLogged",
            `Nearly every trajectory goes down to rank ${deepest}: its rows seem to be items that were offered, viewed or not. If they are, set log.rows: offered and name log.viewed; if they are not, nobody stopped, and the log cannot tell how far people look.`,
            { deepest, rowsPerTrajectory: rowsPerTrajectory ?? 0 },
          ),
        ]
      : []),
  ];
}

/** Ranks that lost a reward, and a reward that a trajectory has only once, by rewards alone. */
function reasonsOf(
  { reward, silent, repeats }: RewardSigns,
  kind: Study["log"]["rows"],
): readonly Reason[] {
  const lost =
    silent.ranks.length === 0 || kind === "offered"
      ? []
      : [
          reason(
            "ranksWithoutReward",
            `${silenceOf(silent, reward)} Check how it is recorded there: a policy that moves items to or from there is then judged by what was lost.`,
            { reward, ...factsOfSilence(silent) },
          ),
        ];
  const { count: pairs, expected } = repeats ?? { count: 0, expected: 0 };
  if (expected < fewestPairs || pairs > expected / 20) return lost;
  const often = pairs === 0 ? "No trajectory has" : `${pairs} of the trajectories have`;
  const message = `${often} two rows with ${one(reward)}, where their rates by rank predict ${Math.floor(expected)}. If ${one(reward)} ends the session, this is as it should be, and verdicts allow for it. If only one of a session is logged (the first, the last, the whole of a purchase on one row), rows below it lose theirs, and rankings cannot be compared by it: log every ${reward} where it happens.`;
  return [...lost, reason("oneRewardEach", message, { reward, found: pairs, expected })];
}

/** Pairs of rewarded rows from which their absence is not chance. */
const fewestPairs = 30;

/** Rows of a trajectory to the deepest rank, from which lists seem to be logged whole. */
const wholeLists = 0.99;
const [fewestRanks, fewestLists] = [3, 10];

const refusedIn = ({ verdicts }: Result): readonly RefusedLine[] =>
  verdicts
    .filter((verdict) => !isAnswer(verdict))
    .map(({ policy, reward, feed, reason: why }) => ({ policy, reward, feed, reason: why }));

async function fullCounts(connection: Connection, study: Study): Promise<LogCounts> {
  return withBoundSource(connection, study, (log) =>
    requireDistinctTargets(connection, log, impressions(log)),
  );
}

function supportsOf({ estimates }: Result): readonly Support[] {
  const overall = estimates.filter(({ day }) => day === null);
  const rows = overall.map((row) => ({
    policy: row.policy,
    estimator: label({ name: row.estimator, parameters: row.parameters }),
    supported: !("none" in row),
    reason: "none" in row ? row.none : null,
  }));
  const distinct = new Map<string, Support>();
  for (const row of rows) {
    const key = JSON.stringify([row.policy, row.estimator]);
    if (!distinct.get(key)?.supported) distinct.set(key, row);
  }
  return [...distinct.values()];
}
