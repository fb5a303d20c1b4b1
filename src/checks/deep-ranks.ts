import { firstOfBin, lastOfBin, ranksApart } from "../tally/comparisons/rank-bins.js";
import { totalOf } from "./grouped-sums.js";
import { once } from "./once.js";
import type { LogTables } from "./tables.js";

// Tables by two ranks pool ranks beyond 512 in bins, and so do curves: a bin has the mean over its slots.

/** The slots of a bin down to the deepest view of the log; all of a bin below it. */
export function slotsOfBin({ deepDepths }: Pick<LogTables, "deepDepths">, bin: number): number {
  const [first, last] = [firstOfBin(bin), lastOfBin(bin)];
  const deepest = deepDepths?.cells ?? last;
  return (deepest < first ? last : Math.min(last, deepest)) - first + 1;
}

interface Lists {
  /** S_r: trajectories that view rank r; index 0 is rank 1. */
  readonly reached: Float64Array;
  /** Of them those whose list goes on. */
  readonly atRisk: Float64Array;
  /** G_r: lists that hold rank r. */
  readonly holding: Float64Array;
}

/** G_1 = n and G_{r+1} = G_r (1 − E_r/S_r), where E_r of the S_r trajectories that view rank r end with their list. */
const listsOf = once((log: LogTables, without?: number): Lists => {
  const deep = totalOf(log.deepDepths ?? log.depths, without);
  const depths = deep.trajectories.length;
  const reached = new Float64Array(depths);
  const atRisk = new Float64Array(depths);
  const holding = new Float64Array(depths);
  let left = 0;
  for (let at = depths - 1; at >= 0; at--) {
    left += deep.trajectories[at] ?? 0;
    reached[at] = left;
    atRisk[at] = left - (deep.atEnd[at] ?? 0);
  }
  let lists = left;
  for (let at = 0; at < depths; at++) {
    holding[at] = lists;
    const views = reached[at] ?? 0;
    lists *= views > 0 ? (atRisk[at] ?? 0) / views : 1;
  }
  return { reached, atRisk, holding };
});

/** Trajectories that view the rank before a bin and whose list goes on: too few say nothing of the bin. */
export const atRiskBefore = (log: LogTables, bin: number, without?: number): number =>
  listsOf(log, without).atRisk[firstOfBin(bin) - 2] ?? 0;

/** The share of the slots of a bin that are viewed, of those that lists hold: ΣS_r/ΣG_r over its ranks. */
export function rateOfBin(log: LogTables, bin: number, without?: number): number {
  const { reached, holding } = listsOf(log, without);
  let [views, slots] = [0, 0];
  for (let rank = firstOfBin(bin); rank <= Math.min(lastOfBin(bin), holding.length); rank++) {
    views += reached[rank - 1] ?? 0;
    slots += holding[rank - 1] ?? 0;
  }
  return slots > 0 ? views / slots : 0;
}

/** Curves are written out to this rank; deeper bins have its probability. */
const deepestWritten = 2 ** 16;

/** The ranks to which `binnedCurve` needs a curve. */
export const ranksNeeded = (bins: number): number =>
  bins <= ranksApart ? bins : Math.min(lastOfBin(bins), deepestWritten);

/** A curve by bins of ranks: beyond 512 the mean over the slots that the lists of the log hold. */
export function binnedCurve(curve: readonly number[], log: LogTables): readonly number[] {
  if (log.ranks <= ranksApart) return curve;
  const { holding } = listsOf(log);
  const binned = curve.slice(0, ranksApart);
  for (let bin = ranksApart + 1; bin <= log.ranks; bin++) {
    const isViewed = (holding[firstOfBin(bin) - 1] ?? 0) > 0;
    let [sum, slots] = [0, 0];
    for (let rank = firstOfBin(bin); rank <= Math.min(lastOfBin(bin), curve.length); rank++) {
      const lists = isViewed ? (holding[rank - 1] ?? 0) : 1;
      sum += lists * (curve[rank - 1] ?? 0);
      slots += lists;
    }
    binned.push(slots > 0 ? sum / slots : (curve.at(-1) ?? 0));
  }
  return binned;
}

/**
 * How far the weight of a cell may lie from the mean of its bins, as a share of it: half of what a curve falls in
 * them. That is half of the fall from the bin before; where that is a rank, or has no views, all of the fall from
 * the last rank or bin with views, which the first rank of the bin may still have.
 */
export function blurOf(curve: ArrayLike<number>, rank: number, target: number): number {
  if (rank === target) return 0;
  return blurOfBin(curve, rank) + blurOfBin(curve, target);
}

function blurOfBin(curve: ArrayLike<number>, bin: number): number {
  const own = curve[bin - 1] ?? 0;
  if (bin <= ranksApart || own === 0) return 0;
  let last = bin - 1;
  while (last > 1 && (curve[last - 1] ?? 0) === 0) last--;
  const fall = (curve[last - 1] ?? 0) / own;
  return Math.max(0, (last === bin - 1 && last > ranksApart ? Math.sqrt(fall) : fall) - 1);
}
