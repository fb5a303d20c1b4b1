import { reason, StudyError } from "../errors.js";
import { observedReward } from "../estimators/index.js";
import type { OnlineValue } from "../log/log-spec.js";
import type { Connection } from "../sql/engine.js";
import type { Study } from "../study/study.js";
import type { OnlineReward, TakenTally } from "./about.js";
import { conclude } from "./conclude/conclude.js";
import type { Result } from "./conclude/result.js";
import { sumLog } from "./sums/sum-log.js";
import { bindSource } from "./survey/bind-source.js";

/** What policies really earned, from their own logs (`online.source`) or from values that were given. */
export async function onlineRewards(
  connection: Connection,
  study: Study,
): Promise<readonly OnlineReward[]> {
  requireOneFeed(study);
  const rewards: OnlineReward[] = [];
  for (const [policy, { online }] of Object.entries(study.policies)) {
    if (online === undefined) continue;
    const rows =
      "values" in online
        ? givenRewards(policy, online.values)
        : loggedRewards(policy, await resultOf(connection, onPolicy(study, online.source)));
    rewards.push(...rows);
  }
  return rewards;
}

async function resultOf(connection: Connection, study: Study): Promise<Result> {
  const { tally, ...questionSet } = await sumOnly(connection, study);
  return conclude(tally, { signal: connection.options?.signal }, questionSet);
}

async function sumOnly(connection: Connection, study: Study): Promise<TakenTally> {
  const log = await bindSource(connection, study);
  return sumLog(connection, study, log, { whatIf: false, verdicts: false, online: [] });
}

export const takeOnline = (
  connection: Connection,
  study: Study,
  source: Study["log"]["source"],
): Promise<TakenTally> => sumOnly(connection, onPolicy(study, source));

/** The study that asks of another log only what was earned there. */
function onPolicy(study: Study, source: Study["log"]["source"]): Study {
  const { decide: _, ...rest } = study;
  const { listLength: __, censored: ___, ...log } = study.log;
  const rewards = Object.entries(log.rewards).map(([name, { prediction: ____, ...reward }]) => [
    name,
    reward,
  ]);
  return {
    ...rest,
    log: { ...log, source, rewards: Object.fromEntries(rewards) },
    exposure: {},
    policies: {},
    baseline: "logged",
    estimators: [{ name: observedReward.name, parameters: observedReward.canonical({}) }],
  };
}

function loggedRewards(policy: string, { estimates }: Result): readonly OnlineReward[] {
  return estimates.flatMap((row) => {
    if ("none" in row || row.withheld !== undefined || row.day !== null) return [];
    const { reward, estimand, feed, value, se, n, clusters, buckets } = row;
    return [{ policy, reward, estimand, feed, value, se, n, clusters, buckets }];
  });
}

function givenRewards(
  policy: string,
  values: Readonly<Record<string, OnlineValue>>,
): readonly OnlineReward[] {
  return Object.entries(values).flatMap(([reward, number]): readonly OnlineReward[] => {
    if ("lift" in number) return [];
    const { value, se, n = null } = number;
    const place = { policy, reward, estimand: "perTrajectory", feed: null } as const;
    return [{ ...place, value, se, n, clusters: null, buckets: null }];
  });
}

/** Feeds are never mixed: throws a StudyError for a value that names none, which cannot be held against any. */
export function requireOneFeed({ policies, log }: Study): void {
  for (const [policy, { online }] of Object.entries(policies)) {
    if (online === undefined || !("values" in online) || log.feed === undefined) continue;
    throw valuesOfNoFeed(policy, log.feed);
  }
}

const valuesOfNoFeed = (policy: string, feed: string): StudyError =>
  new StudyError(
    reason(
      "onlineWithoutFeed",
      `policies.${policy}.online gives values without a feed, and results are by feed (log.feed: "${feed}"); give online.source instead, or evaluate one feed's rows without log.feed.`,
      { policy, feed },
    ),
  );
