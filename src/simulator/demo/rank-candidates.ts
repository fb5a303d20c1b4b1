import type { Random } from "../../random/index.js";
import { orderByScore } from "../order-by-score.js";
import type { Ranking, Stage } from "./stage.js";
import type { Stories } from "./stories.js";
import type { TargetPolicy } from "./world.js";

/**
 * Ranks the session's candidates by the logger and by every target policy. The logger is
 * Plackett–Luce: a Gumbel number times the temperature on top of each score (temperature 0 is the
 * plain order). Targets are deterministic given the logger's realised scores, so the weight of an
 * impression is p at the target's rank over p at the logged one.
 */
export function rankCandidates(
  stage: Stage,
  stories: Stories,
  temperature: number,
  random: Random,
): void {
  const { logged, shown } = stage;
  for (let candidate = 0; candidate < shown; candidate++) {
    const at = candidate >> 1;
    const error = stories.modelError[stage.story[at] as number] as number;
    const noise = temperature === 0 ? 0 : temperature * random.gumbel();
    logged.scores[candidate] = (stage.relevance[at] as number) + error + noise;
  }
  orderByScore(logged.scores, 0, shown, logged.order);
  rankByOrder(logged, shown);
  for (const { policy, ranking } of stage.targets) orderTarget(stage, policy, ranking);
}

function orderTarget(stage: Stage, { order }: TargetPolicy, ranking: Ranking): void {
  if (order.kind === "shift") orderShifted(stage, order.by, ranking);
  else if (order.kind === "twin") orderTwins(stage, ranking);
  else if (order.kind === "unseen") orderUnseenFirst(stage, ranking, stage.logged, 1);
  else if (order.kind === "release") orderWithRelease(stage, order, ranking);
  else {
    orderShifted(stage, order.by, ranking);
    const own = { ...ranking, order: ranking.order.slice() };
    orderUnseenFirst(stage, ranking, own, -1);
  }
}

function orderShifted({ logged, shown, relevance }: Stage, by: number, ranking: Ranking): void {
  for (let candidate = 0; candidate < shown; candidate++) {
    ranking.scores[candidate] =
      (logged.scores[candidate] as number) + by * (relevance[candidate >> 1] as number);
  }
  orderByScore(ranking.scores, 0, shown, ranking.order);
  rankByOrder(ranking, shown);
}

function orderTwins({ logged, shown }: Stage, ranking: Ranking): void {
  for (let at = 0; at < shown; at++) ranking.order[at] = (logged.order[at] as number) ^ 1;
  rankByOrder(ranking, shown);
}

/** What the logger never retrieves, the best (1) or the worst (−1) first; then another order of its list. */
function orderUnseenFirst(
  { shown, pool, relevance }: Stage,
  ranking: Ranking,
  list: Ranking,
  sign: 1 | -1,
): void {
  for (let candidate = shown; candidate < pool; candidate++) {
    ranking.scores[candidate] = sign * (relevance[candidate >> 1] as number);
  }
  orderByScore(ranking.scores, shown, pool - shown, ranking.order);
  for (let at = 0; at < shown; at++) {
    ranking.order[pool - shown + at] = list.order[at] as number;
  }
  rankByOrder(ranking, pool);
}

/** The best of what the logger never retrieves, at one rank of another order of its list. */
function orderWithRelease(
  stage: Stage,
  { by, at }: { readonly by: number; readonly at: number },
  ranking: Ranking,
): void {
  const { shown, pool, relevance } = stage;
  orderShifted(stage, by, ranking);
  if (pool === shown) return;
  let best = shown;
  for (let candidate = shown; candidate < pool; candidate++) {
    if ((relevance[candidate >> 1] as number) > (relevance[best >> 1] as number)) best = candidate;
  }
  ranking.order.copyWithin(at, at - 1, shown);
  ranking.order[at - 1] = best;
  rankByOrder(ranking, shown + 1);
}

function rankByOrder({ order, rank }: Ranking, n: number): void {
  for (let at = 0; at < n; at++) rank[order[at] as number] = at + 1;
}
