import { exp } from "../../numeric/index.js";
import { depthOf } from "../survival.js";
import type { SessionBatch } from "./session-batch.js";
import type { Ranking, Stage } from "./stage.js";
import type { Visitor } from "./visitor.js";
import { rewardNames } from "./world.js";

/** Who came, in which session (numbered from 1), on which day since 1970-01-01. */
export interface Visit {
  readonly visitor: Visitor;
  readonly user: number;
  readonly session: number;
  readonly day: number;
}

/** Lets the visitor scroll the ranked stage, and appends what was viewed and what was to be had. */
export function recordSession(
  batch: SessionBatch,
  stage: Stage,
  visit: Visit,
  secondsSpread: number,
): void {
  recordTruth(batch, stage, visit.user);
  const depth = depthOf(stage.p, visit.visitor.depth.next());
  for (let at = 0; at < depth; at++)
    recordImpression(batch, stage, visit, at, secondsSpread, depth);
}

function recordTruth({ trajectories }: SessionBatch, stage: Stage, user: number): void {
  const { count, values } = trajectories;
  trajectories.user[count] = user;
  trajectories.feed[count] = stage.feedIndex;
  let at = count * (1 + stage.targets.length) * rewardNames.length;
  values[at++] = expectedReward(stage, stage.logged, stage.likeChance);
  values[at++] = expectedReward(stage, stage.logged, stage.watchValue);
  for (const { ranking } of stage.targets) {
    values[at++] = expectedReward(stage, ranking, stage.likeChance);
    values[at++] = expectedReward(stage, ranking, stage.watchValue);
  }
  trajectories.count = count + 1;
}

/** Σ over ranks, in rank order, so that policies of equal lists get equal bits. */
function expectedReward({ p, shown }: Stage, { order }: Ranking, meanReward: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < shown; at++) {
    sum += (p[at] as number) * (meanReward[(order[at] as number) >> 1] as number);
  }
  return sum;
}

function recordImpression(
  { impressions }: SessionBatch,
  stage: Stage,
  { visitor, user, session, day }: Visit,
  at: number,
  secondsSpread: number,
  depth: number,
): void {
  const row = impressions.count++;
  const candidate = stage.logged.order[at] as number;
  const pair = candidate >> 1;
  impressions.session[row] = session;
  impressions.user[row] = user;
  impressions.day[row] = day;
  impressions.feed[row] = stage.feedIndex;
  impressions.item[row] = 2 * (stage.story[pair] as number) + (candidate & 1) + 1;
  impressions.position[row] = at + 1;
  impressions.listLength[row] = stage.shown;
  impressions.liked[row] = visitor.rewards.next() < (stage.likeChance[pair] as number) ? 1 : 0;
  impressions.watched[row] = watchedSeconds(stage, pair, visitor, secondsSpread);
  for (let target = 0; target < stage.targets.length; target++) {
    const { policy, ranking } = stage.targets[target] as Stage["targets"][number];
    const rank =
      policy.ranks === "amongViewed"
        ? rankAmong(stage.logged.order.subarray(0, depth), ranking, candidate)
        : (ranking.rank[candidate] as number);
    (impressions.ranks[target] as Int32Array)[row] = rank;
  }
}

/** The place of a candidate in a ranking of the viewed ones alone. */
function rankAmong(viewed: Int32Array, { rank }: Ranking, candidate: number): number {
  const own = rank[candidate] as number;
  return viewed.reduce((place, each) => place + ((rank[each] as number) < own ? 1 : 0), 1);
}

/** 0 for most; else log-normal with the story's mean. */
function watchedSeconds(stage: Stage, pair: number, visitor: Visitor, spread: number): number {
  if (visitor.rewards.next() >= (stage.watchChance[pair] as number)) return 0;
  const logMean = -0.5 * spread * spread;
  const noise = exp(logMean + spread * visitor.rewards.normal());
  return (stage.meanSeconds[pair] as number) * noise;
}
