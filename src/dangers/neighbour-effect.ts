import { ln } from "../numeric/index.js";
import { type Sums, totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import type { Line } from "./line.js";
import { once } from "./once.js";
import { sum, tableOf } from "./reading.js";
import type { NeighbourSums } from "./tables.js";

export interface NeighbourEffect extends JackknifeEstimate {
  /** By leaving out one rank at a time, each of which holds other items: users alone do not say how much these differ. */
  readonly pByRanks: number;
}

/**
 * The logarithm of what rows directly below one of their own cluster earn by what those directly above one do; undefined
 * where the log does not tell. Both kinds of row are of users who were shown two of the cluster in a row.
 */
export const neighbourEffect = (line: Pick<Line, "log" | "reward">): NeighbourEffect | undefined =>
  once(line.log, `neighbours of ${line.reward}`, () => effectIn(line));

function effectIn({ log, reward }: Pick<Line, "log" | "reward">): NeighbourEffect | undefined {
  const { neighbours } = tableOf(log.rewards, reward);
  if (neighbours === undefined) return undefined;
  const { rewardedAfter, rewardedBefore } = totalOf(neighbours);
  const ranks = [...rewardedAfter.keys()].filter(
    (at) => (rewardedAfter[at] ?? 0) + (rewardedBefore[at] ?? 0) > 0,
  );
  const least = [rewardedAfter, rewardedBefore].reduce((all, counts) => all + 1 / sum(counts), 0);
  const byUsers = jackknife(neighbours.groups.length, (without) =>
    ln(ratioOfNeighbours({ log, reward }, without)),
  );
  const byRanks = jackknife(ranks.length, (at) =>
    ln(ratioIn(totalOf(neighbours), ranks[at ?? -1])),
  );
  const found = withVariance(byUsers, least);
  const isKnown = [found, byRanks].every(({ df, se }) => df >= 1 && Number.isFinite(se));
  return isKnown ? { ...found, pByRanks: byRanks.p } : undefined;
}

export function ratioOfNeighbours(
  { log, reward }: Pick<Line, "log" | "reward">,
  without?: number,
): number {
  const { neighbours } = tableOf(log.rewards, reward);
  return neighbours === undefined ? Number.NaN : ratioIn(totalOf(neighbours, without));
}

/** At all ranks, or at all but one. */
function ratioIn(sums: Sums<keyof NeighbourSums["groups"][number]>, without?: number): number {
  const { after, before, expected } = sums;
  const [mean, below, above] = [expected, after, before].map(
    (column) => sum(column) - (without === undefined ? 0 : (column[without] ?? 0)),
  );
  return ((mean ?? 0) + (below ?? 0)) / ((mean ?? 0) + (above ?? 0));
}
