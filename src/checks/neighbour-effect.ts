import { ln } from "../numeric/elementary/ln.js";
import { sum } from "../numeric/sum.js";
import type { Comparison } from "./comparison.js";
import { trigger } from "./decision-of.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import { once } from "./once.js";
import { tableOf } from "./tables.js";

type NeighboursOf = Pick<Comparison, "log" | "policy" | "reward">;

export interface NeighbourEffect extends JackknifeEstimate {
  /** The sign of the logarithm where taste for a cluster cannot give it; 0 where the log does not tell. */
  readonly side: number;
  /** Beyond two errors on the other side. */
  readonly mayBePreference: boolean;
}

/**
 * The logarithm of what rows directly below one of their own cluster earn by what those directly above one do; undefined
 * where the log does not tell. Both kinds of row are of users who were shown two of the cluster in a row.
 *
 * Who likes a cluster rewards each of these, and likes the lower one more where a list begins with what earns most, so that
 * taste looks like neighbours that add to each other there: where views clearly earn less the deeper they are, only the opposite
 * is a sign.
 */
export function neighbourEffect(comparison: NeighboursOf): NeighbourEffect | undefined {
  const jackknifeEstimate = ratioOf(comparison.log, comparison.reward);
  if (jackknifeEstimate === undefined) return undefined;
  const { value, t } = riseByRank(comparison);
  const side = Math.abs(t) > trigger ? Math.sign(value) : 0;
  return {
    ...jackknifeEstimate,
    side,
    mayBePreference: Math.abs(jackknifeEstimate.t) > trigger && jackknifeEstimate.value * side < 0,
  };
}

const ratioOf = once(ratioIn);

function ratioIn(log: Comparison["log"], reward: string): JackknifeEstimate | undefined {
  const { neighbours } = tableOf(log.rewards, reward);
  if (neighbours === undefined) return undefined;
  const { rewardedAfter, rewardedBefore } = totalOf(neighbours);
  const least = [rewardedAfter, rewardedBefore].reduce((all, counts) => all + 1 / sum(counts), 0);
  const byUsers = jackknife(neighbours.groups.length, (without) =>
    ln(ratioOfNeighbours({ log, reward }, without)),
  );
  const jackknifeEstimate = withVariance(byUsers, least);
  return jackknifeEstimate.df >= 1 && Number.isFinite(jackknifeEstimate.se)
    ? jackknifeEstimate
    : undefined;
}

export function ratioOfNeighbours(
  { log, reward }: Pick<Comparison, "log" | "reward">,
  without?: number,
): number {
  const { neighbours } = tableOf(log.rewards, reward);
  if (neighbours === undefined) return Number.NaN;
  const { after, before, expected } = totalOf(neighbours, without);
  return (sum(expected) + sum(after)) / (sum(expected) + sum(before));
}

/** Above 0 where a view earns more the deeper it is: Σ C_r (r − mean of r). */
const riseByRank = ({ log, policy, reward }: NeighboursOf): JackknifeEstimate =>
  jackknife(log.trajectories.length, (without) => {
    const { views } = totalOf<"views">(log.views, without);
    const ranks = sum(views.map((n, at) => n * (at + 1)));
    const sums = totalOf(tableOf(policy.rewards, reward), without).sum;
    const mean = ranks / sum(views);
    return sum(sums.map((each, cell) => each * ((policy.cells.rank[cell] ?? 0) - mean)));
  });
