import { type Runner, runner } from "../case.js";
import { momentsOf, outcomesOf, type Slot } from "../worlds.js";

const log = (p: readonly number[]): Readonly<Record<string, unknown>> => ({
  trajectory: "trajectory",
  rank: "rank",
  rewards: { reward: "reward" },
  exposure: { curve: { table: p } },
});
const policies = { target: { rank: "target" } };
const ips = { policy: "target", estimator: "ips", reward: "reward" };
const mean = { policy: "logged", estimator: "mean", reward: "reward" };

interface Deterministic {
  readonly q: readonly number[];
  readonly p: readonly number[];
  readonly targetRanks: readonly number[];
}

interface Reordered {
  readonly depthPmf: readonly number[];
  readonly q: readonly number[];
  /** The displayed rank of every item. */
  readonly loggingOrder: readonly number[];
  /** The target rank of every item. */
  readonly targetOrder: readonly number[];
}

interface Inflated {
  readonly p: readonly number[];
  readonly q: number;
  readonly rank: number;
}

/** Worlds small enough to try every outcome: exact expectations of what the estimators say. */
export const worldRunners: readonly Runner[] = [
  runner<Deterministic>("ips.varianceFormula", async ({ q, p, targetRanks }) => {
    const slots = q.map((each, i): Slot => ({ q: each, target: targetRanks[i] ?? null }));
    const asked = { log: log(p), policies, estimators: ["ips", "mean"] };
    const moments = await momentsOf(outcomesOf(slots, p), asked);
    const { mean: value, variance } = moments(ips);
    const loggingValue = moments(mean).mean;
    return { value, varianceOneTrajectory: variance, fraction: variance, loggingValue };
  }),
  runner<Reordered>("estimand.meanOfRates.bias", meanOfRates),
  runner<Inflated>("trap.qhatInflation", async ({ p, q, rank }) => {
    const above = Array.from({ length: rank - 1 }, (): Slot => ({ q: 0, target: null }));
    const asked = { log: log(p), policies, estimators: ["ips", "mean"] };
    const all = outcomesOf([...above, { q, target: 1 }], p);
    const everything = await momentsOf(all, asked);
    const views = [
      { chance: q, rows: [{ rank, reward: 1, target: 1 }] },
      { chance: 1 - q, rows: [{ rank, reward: 0, target: 1 }] },
    ];
    const viewed = await momentsOf(views, asked);
    return {
      meanOverViewed: viewed(ips).mean,
      meanOverAllImpressions: everything(ips).mean,
      meanRewardOverViewed: viewed(mean).mean,
    };
  }),
];

/** Rates of single trajectories, averaged: the third estimand, for which no estimator offers itself. */
async function meanOfRates({
  depthPmf,
  q,
  loggingOrder,
  targetOrder,
}: Reordered): Promise<unknown> {
  const depths = depthPmf.map((_, i) => depthPmf.slice(i).reduce((a, b) => a + b, 0));
  const logged = outcomesOf(slotsBy(loggingOrder, q, targetOrder), depths);
  const rewards = Object.fromEntries(depthPmf.map((_, i) => [`viewed${i + 1}`, viewedAt(i + 1)]));
  const counting = await momentsOf(logged, {
    log: { trajectory: "trajectory", rank: "rank", rewards },
    estimators: ["mean"],
    estimands: ["perTrajectory", "perImpression"],
  });
  const curveOf = (estimand: string): readonly number[] =>
    Object.keys(rewards).map((reward) => counting({ ...mean, reward, estimand }).mean);
  const [p, h] = [curveOf("perTrajectory"), curveOf("perImpression")];
  const rate = async (curve: readonly number[]): Promise<number> => {
    const table = curve.map((value) => value / (curve[0] ?? Number.NaN));
    const asked = { log: log(table), policies, estimators: ["ips"], estimands: ["perImpression"] };
    return (await momentsOf(logged, asked))(ips).mean;
  };
  const replayed = outcomesOf(slotsBy(targetOrder, q, targetOrder), depths);
  const { exposure: _, ...roles } = log(p);
  const online = { log: roles, estimators: ["mean"], estimands: ["perImpression"] };
  return {
    p,
    h,
    truth: (await momentsOf(replayed, online))(mean).mean,
    expectationOfNaive: await rate(p),
    expectationWithH: await rate(h),
  };
}

const viewedAt = (rank: number): unknown => ({ column: `viewed${rank}`, missing: 0 });

/** The items in the order in which they are displayed. */
function slotsBy(
  order: readonly number[],
  q: readonly number[],
  target: readonly number[],
): readonly Slot[] {
  return order
    .map((rank, item) => ({ rank, q: q[item] ?? Number.NaN, target: target[item] ?? null }))
    .sort((a, b) => a.rank - b.rank);
}
