import type { Simulated, World } from "../simulator/index.js";
import { curvesOfWorld, logDiscounts, rankings, ranksOf, trajectoriesOf } from "./week.js";

/** The five variants of the paper's Table 2, by discount and gain. */
export const variants = ["log2, C", "log2, Q̂", "curve, C", "curve, Q̂", "nDCG curve, Q̂"] as const;

/** The largest inverse propensity in each feed: the second level is clipped. */
const clips: readonly number[] = [Infinity, 200];

/** What one week gives: online and offline values of a feed, a reward and a ranking, day by day. */
export interface WeekSeries {
  readonly feed: string;
  readonly reward: string;
  readonly ranking: (typeof rankings)[number];
  /** Of the arm where the ranking ran. */
  readonly online: readonly number[];
  /** On the control arm's log, by variant. */
  readonly offline: readonly (readonly number[])[];
}

/**
 * Every variant of Table 2 on every day of a simulated week, with the online result of the arm. It computes what
 * `dcg` and `ndcg` do on the same log (a test holds them together), in one pass over arrays.
 */
export function scoreWeek(world: World, { log, online }: Simulated): readonly WeekSeries[] {
  const { feeds, days, rewards, policies } = world;
  const firstDay = Math.round(Date.parse(world.firstDay) / 86_400_000);
  const width = rewards.length * rankings.length * variants.length;
  const cells = feeds.map(() =>
    Array.from({ length: days }, () => ({
      n: 0,
      sums: new Float64Array(width),
      usable: new Float64Array(width),
    })),
  );
  const score = trajectoryScorer(world, log);
  for (const [from, to] of trajectoriesOf(log)) {
    const cell = cells[log.feed[from] ?? 0]?.[(log.day[from] ?? 0) - firstDay];
    if (cell === undefined) continue;
    cell.n += 1;
    score(from, to, cell.sums, cell.usable);
  }
  return feeds.flatMap((feed, f) =>
    rewards.flatMap((reward, k) =>
      rankings.map((ranking, r) => ({
        feed: feed.name,
        reward: reward.name,
        ranking,
        online: onlineOf(online, policies[r]?.name, feed.name, reward.name),
        offline: variants.map((_, v) =>
          (cells[f] ?? []).map(({ n, sums, usable }) => {
            const at = (k * rankings.length + r) * variants.length + v;
            return (sums[at] ?? 0) / (v === normalised ? (usable[at] ?? 0) : n);
          }),
        ),
      })),
    ),
  );
}

const normalised = variants.length - 1;

const onlineOf = (
  rows: Simulated["online"],
  policy: string | undefined,
  feed: string,
  reward: string,
): readonly number[] =>
  rows
    .filter((row) => row.policy === policy && row.feed === feed && row.reward === reward)
    .filter(({ day }) => day !== null)
    .map(({ mean }) => mean);

type Scorer = (from: number, to: number, sums: Float64Array, usable: Float64Array) => void;

/** Adds a trajectory's scores to the sums of its day; of nDCG those with an ideal alone. */
function trajectoryScorer(world: World, log: Simulated["log"]): Scorer {
  const curves = curvesOfWorld(world);
  const ranks = ranksOf(log);
  const longest = Math.max(...world.feeds.map(({ candidates }) => candidates));
  const discounts = logDiscounts(longest);
  return (from, to, sums, usable) => {
    const feed = log.feed[from] ?? 0;
    const curve = curves[feed] ?? discounts;
    const clip = clips[feed] ?? Infinity;
    world.rewards.forEach((_, k) => {
      const earned = log.rewards[k] ?? new Float64Array();
      const gains: number[] = [];
      for (let row = from; row < to; row++) {
        const place = (log.position[row] ?? 1) - 1;
        gains.push((earned[row] ?? 0) * Math.min(clip, 1 / (curve[place] ?? 0)));
      }
      const ideal = idealOf(gains, curve);
      ranks.forEach((rank, r) => {
        const start = (k * rankings.length + r) * variants.length;
        let dcg = 0;
        for (let row = from; row < to; row++) {
          const c = earned[row] ?? 0;
          if (c === 0) continue;
          const target = (rank[row] ?? 1) - 1;
          const place = (log.position[row] ?? 1) - 1;
          const [byLog, byCurve] = [discounts[target] ?? 0, curve[target] ?? 0];
          sums[start] = (sums[start] ?? 0) + c * byLog;
          sums[start + 1] =
            (sums[start + 1] ?? 0) + c * Math.min(clip, 1 / (discounts[place] ?? 0)) * byLog;
          sums[start + 2] = (sums[start + 2] ?? 0) + c * byCurve;
          dcg += (gains[row - from] ?? 0) * byCurve;
        }
        sums[start + 3] = (sums[start + 3] ?? 0) + dcg;
        if (!(ideal > 0)) return;
        sums[start + 4] = (sums[start + 4] ?? 0) + dcg / ideal;
        usable[start + 4] = (usable[start + 4] ?? 0) + 1;
      });
    });
  };
}

/** The gains in their best order. */
export function idealOf(gains: readonly number[], curve: Float64Array): number {
  const best = gains.filter((gain) => gain !== 0).sort((a, b) => b - a);
  return best.reduce((sum, gain, at) => sum + gain * (curve[at] ?? 0), 0);
}
