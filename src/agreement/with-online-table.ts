import { EngineError, type Reason, reason, StudyError } from "../errors.js";
import { observedReward } from "../estimators/index.js";
import type { OnlineReward } from "../evaluate/about.js";
import { onlineRow } from "../evaluate/conclude/online-row.js";
import { describeSource, kindOf, type SourceSpec } from "../log/sources/index.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import type { OwnMembers } from "../study/members.js";
import { readStudy } from "../study/read-study.js";
import { armsOfRows, unitOf } from "./online-arms.js";
import { type OnlineRow, readOnlineTable } from "./online-table.js";
import type { NamedResult } from "./track-record.js";

interface Options extends CallOptions {
  /** The caller's, which stays open. A result is data: the engine that its study names is never opened. */
  readonly engine: Engine;
  /** Whether the caller has limited what files `engine` reads; without it only its tables are read. */
  readonly sandboxed?: boolean;
  readonly members?: OwnMembers;
}

/**
 * A past result with what its policies earned online by the table that its study names (`online`), which `evaluate`
 * does not read; as it is where its study names none. Throws a StudyError for a table that is not there, or does not
 * go with the result, with the name of the test.
 */
export async function withOnlineTable(
  { name, result }: NamedResult,
  { engine, sandboxed = false, members, ...options }: Options,
): Promise<NamedResult> {
  if (result.study.online === undefined) return { name, result };
  try {
    const study = readStudy(result.study, members === undefined ? {} : { members });
    const { online } = study;
    if (online === undefined) return { name, result };
    requireHarmless(online.source, sandboxed);
    const rows = await readOnlineTable({ engine, options }, study, online);
    requireDaysOf(result, rows);
    const places = new Set(result.estimates.filter(isEarned).map(placeOf));
    const earned = armsOfRows(rows).map(
      ({ policy, reward, feed, overall }): OnlineReward => ({
        ...{ policy, reward, feed, ...overall, estimand: unitOf(study) },
        ...{ n: null, clusters: null, buckets: null },
      }),
    );
    const added = earned.filter((row) => !places.has(placeOf(row)));
    const estimates = added.map((row) => onlineRow(row, result.confidence));
    return { name, result: { ...result, estimates: [...result.estimates, ...estimates] } };
  } catch (error) {
    const isMissing = error instanceof EngineError && error.failure === "missing";
    if (!isMissing && !(error instanceof StudyError)) throw error;
    const advice = isMissing ? " Or correct study.online in the file of this test's result." : "";
    throw new StudyError(
      error.problems.map((problem) => ofTest(name, problem, advice)),
      { cause: error },
    );
  }
}

/**
 * A result is data, perhaps a stranger's: it runs no query (a text that is no path), and names no file outside of the
 * folders that may be read.
 */
function requireHarmless(source: SourceSpec, sandboxed: boolean): void {
  const { place, value } = kindOf(source);
  const isHarmless = place === undefined ? value !== "text" : sandboxed;
  if (isHarmless) return;
  const remedy =
    place === undefined
      ? "A result's queries are not run: write what this one gives to a file, and name that"
      : "Files that a result names are read only in a sandbox: name their folders (--sandbox), or name a table";
  const message = `The online results are ${describeSource(source, "study.online")}. ${remedy} in study.online of the file of this test's result.`;
  throw new StudyError(reason("onlineNotRead", message, {}));
}

const isEarned = ({ estimator, day }: NamedResult["result"]["estimates"][number]): boolean =>
  estimator === observedReward.name && day === null;

const placeOf = ({
  policy,
  reward,
  feed,
  estimand,
}: Pick<OnlineReward, "policy" | "reward" | "feed" | "estimand">): string =>
  JSON.stringify([policy, reward, feed, estimand]);

const ofTest = (name: string, { code, message, facts }: Reason, advice: string): Reason =>
  reason(code, `Test ${name}: ${message}${advice}`, { ...facts, test: name });

/** The days of online results must lie within those of the log that the result is of. */
function requireDaysOf({ log }: NamedResult["result"], rows: readonly OnlineRow[]): void {
  const { firstDay, lastDay } = log;
  if (firstDay === null || lastDay === null) return;
  const other = rows.find(({ day }) => day < firstDay || day > lastDay);
  if (other === undefined) return;
  const message = `The online results of ${other.policy} hold the day ${other.day}, and the log of the result has ${firstDay} to ${lastDay}. Give results of the log's days alone, or evaluate the log of those days too.`;
  throw new StudyError(reason("onlineDay", message, { policy: other.policy, day: other.day }));
}
