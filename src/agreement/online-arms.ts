import { isReason, LogError, reason, StudyError } from "../errors.js";
import { type AnswerOn, type DaysReader, readDays } from "../evaluate/conclude/answers-on.js";
import { takeOnline } from "../evaluate/online.js";
import { LOGGED, type OnlineValue } from "../log/log-spec.js";
import { groupedBy } from "../numeric/grouped-by.js";
import { didYouMean } from "../numeric/nearest-name.js";
import type { Connection } from "../sql/engine.js";
import type { Study } from "../study/study.js";
import { type ArmDay, armOfDays, type OnlineArm } from "./online-arm.js";
import { type OnlineRow, readOnlineTable } from "./online-table.js";

/** The rows of a study's table of online results. Throws a StudyError where it has none and no policy names its own. */
export async function tableOfOnline(
  connection: Connection,
  study: Study,
): Promise<readonly OnlineRow[]> {
  if (study.online !== undefined) return readOnlineTable(connection, study, study.online);
  if (Object.values(study.policies).some(({ online }) => online !== undefined)) return [];
  throw noOnline();
}

/** What a study's policies earned online: by its table, by their own logs, or by values that are given. */
export async function onlineArms(
  connection: Connection,
  study: Study,
  log: DaysReader,
  rows: readonly OnlineRow[],
): Promise<readonly OnlineArm[]> {
  requireKnown(rows, log);
  const ofTable = armsOfRows(rows);
  const list: OnlineArm[] = [];
  for (const [policy, { online: of }] of Object.entries(study.policies)) {
    if (of === undefined || ofTable.some((arm) => arm.policy === policy)) continue;
    if ("values" in of) list.push(...armsOfValues(policy, of.values));
    else {
      const online = await takeOnline(connection, study, of.source);
      const reader = await readDays(online, connection.options?.signal);
      list.push(...armsOfLog(reader, policy, unitOf(study)));
    }
  }
  const hasControl = ofTable.some(({ policy }) => policy === LOGGED);
  const tested = [...ofTable, ...list];
  const days = new Set(tested.flatMap(({ byDay }) => [...byDay.keys()]));
  const logged = armsOfLog(log, LOGGED, unitOf(study), true);
  const control = hasControl ? [] : logged.map((arm) => onDays(arm, days));
  return [...control, ...tested.map((arm) => ({ ...arm, isLog: isLogAgain(arm, logged) }))];
}

/** Whether results are those of the log itself: of the arm that wrote it, under the name of a policy. */
const isLogAgain = (arm: OnlineArm, logged: readonly OnlineArm[]): boolean =>
  logged.some(
    ({ feed, reward, byDay }) =>
      feed === arm.feed &&
      reward === arm.reward &&
      arm.byDay.size > 0 &&
      [...arm.byDay].every(([day, { value }]) => {
        const earned = byDay.get(day)?.value ?? Number.NaN;
        return Math.abs(value - earned) <= 1e-9 * Math.abs(earned);
      }),
  );

const onDays = (arm: OnlineArm, days: ReadonlySet<string>): OnlineArm => ({
  ...arm,
  byDay: new Map([...arm.byDay].filter(([day]) => days.has(day))),
});

export const unitOf = ({ online }: Study): "perTrajectory" | "perImpression" =>
  online?.unit ?? "perTrajectory";

export function armsOfRows(rows: readonly OnlineRow[]): readonly OnlineArm[] {
  const groups = groupedBy(rows, ({ policy, feed, reward }) =>
    JSON.stringify([policy, feed, reward]),
  );
  return groups.flatMap((onlineRows) => {
    const [first] = onlineRows;
    if (first === undefined) return [];
    const isWeighted = onlineRows.every(({ trajectories }) => trajectories !== null);
    const days = onlineRows.map(
      ({ day, value, se, trajectories }): ArmDay => ({
        day,
        value,
        se,
        weight: isWeighted ? (trajectories ?? 1) : 1,
      }),
    );
    const { policy, feed, reward } = first;
    return [armOfDays({ policy, feed, reward }, days)];
  });
}

const armsOfValues = (
  policy: string,
  values: Readonly<Record<string, OnlineValue>>,
): readonly OnlineArm[] =>
  Object.entries(values).flatMap(([reward, number]): readonly OnlineArm[] => {
    if ("lift" in number) return [];
    const { value, se } = number;
    const ofAll = { byDay: new Map(), overall: { value, se }, days: null, isLog: false };
    return [{ policy, feed: null, reward, ...ofAll }];
  });

/** The arms that a log is: the mean of each reward, day by day and over all days. */
function armsOfLog(
  reader: DaysReader,
  policy: string,
  unit: "perTrajectory" | "perImpression",
  isLog = false,
): readonly OnlineArm[] {
  const isMean = (row: AnswerOn): boolean => row.estimand === unit;
  return reader.feeds.flatMap(({ feed, days }) => {
    const whole = reader.means(feed, days).filter(isMean);
    const byDay = days.map((day) => ({ day, rows: reader.means(feed, [day]).filter(isMean) }));
    return whole.flatMap(({ reward, answer }) => {
      if (isReason(answer)) return [];
      const numbers = byDay.flatMap(({ day, rows }) => {
        const answer = rows.find((row) => row.reward === reward)?.answer;
        return answer === undefined || isReason(answer)
          ? []
          : [[day, { value: answer.value, se: answer.se }] as const];
      });
      const overall = { value: answer.value, se: answer.se };
      return [{ policy, feed, reward, byDay: new Map(numbers), overall, days, isLog }];
    });
  });
}

/** Feeds and days of online results must be those of the log, which a LogError says. */
function requireKnown(rows: readonly OnlineRow[], { feeds }: DaysReader): void {
  const names = feeds.map(({ feed }) => feed);
  for (const { feed, day, policy } of rows) {
    const feedDays = feeds.find((other) => other.feed === feed);
    if (feedDays === undefined) throw unknownFeed(feed, names);
    if (feedDays.days.length === 0) throw noDays();
    if (!feedDays.days.includes(day)) throw unknownDay(policy, day, feedDays.days);
  }
}

function unknownFeed(feed: string | null, names: readonly (string | null)[]): LogError {
  const feeds = names.filter((name) => name !== null);
  const message =
    feed === null
      ? `The online results name no feed, and the log has the feeds ${feeds.join(", ")}: add a column feed (online.columns says what it is called).`
      : feeds.length === 0
        ? `The online results are of the feed "${feed}", and the study names no feed of the log: name log.feed, or leave the column out.`
        : `The online results are of the feed "${feed}", and the log has ${feeds.join(", ")}.${didYouMean(feed, feeds)}`;
  return new LogError(reason("onlineFeed", message, { feed, feeds }));
}

const noDays = (): StudyError =>
  new StudyError(
    reason(
      "onlineDay",
      "The online results are by day, and the study does not say which column of the log is the day: name it in log.day.",
    ),
  );

function unknownDay(policy: string, day: string, days: readonly string[]): LogError {
  const message = `The online results of ${policy} hold the day ${day}, and the log has ${days[0]} to ${days.at(-1)} (${days.length} days). Give results of the log's days alone, or the log of those days too: what a policy earns on a day can be compared with that day's log only.`;
  return new LogError(reason("onlineDay", message, { policy, day, days: days.length }));
}

const noOnline = (): StudyError =>
  new StudyError(
    reason(
      "noOnline",
      "The study names no online results. Give a table with the columns policy, day, reward, value, standardError and trajectories in online, or the log of a policy where it ran in policies.<name>.online: { source: … }.",
    ),
  );
