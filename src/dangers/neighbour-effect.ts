import { ln } from "../numeric/index.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import type { Line } from "./line.js";
import { once } from "./once.js";
import { tableOf } from "./reading.js";

/**
 * The logarithm of what rows directly below one of their own cluster earn by what those directly above one do; undefined
 * where the log does not tell. Both kinds of row are of users who were shown two of the cluster in a row.
 */
export const neighbourEffect = (
  line: Pick<Line, "log" | "reward">,
): JackknifeEstimate | undefined =>
  once(line.log, `neighbours of ${line.reward}`, () => effectIn(line));

function effectIn({ log, reward }: Pick<Line, "log" | "reward">): JackknifeEstimate | undefined {
  const { neighbours } = tableOf(log.rewards, reward);
  if (neighbours === undefined) return undefined;
  const { rewardedAfter, rewardedBefore } = totalOf(neighbours);
  const counts = [rewardedAfter, rewardedBefore].map((each) => each[0] ?? 0);
  const least = counts.reduce((sum, count) => sum + 1 / count, 0);
  const found = jackknife(neighbours.groups.length, (without) =>
    ln(ratioOfNeighbours({ log, reward }, without)),
  );
  return found.df < 1 || !Number.isFinite(found.se) ? undefined : withVariance(found, least);
}

export function ratioOfNeighbours(
  { log, reward }: Pick<Line, "log" | "reward">,
  without?: number,
): number {
  const { neighbours } = tableOf(log.rewards, reward);
  if (neighbours === undefined) return Number.NaN;
  const { after, before, expected } = totalOf(neighbours, without);
  return ((expected[0] ?? 0) + (after[0] ?? 0)) / ((expected[0] ?? 0) + (before[0] ?? 0));
}
