import { tQuantile } from "../../numeric/student-t-quantile.js";
import { ranksApart } from "../../tally/comparisons/rank-bins.js";
import type { Comparison } from "../comparison.js";
import { establishedLevel } from "../decision-of.js";
import { totalOf } from "../grouped-sums.js";
import { jackknife } from "../jackknife.js";
import { once } from "../once.js";
import { logTotals } from "../tables.js";

/** A rank whose rows are there in clearly more or fewer of the trajectories that reach it than at other ranks. */
export interface UnevenRank {
  readonly rank: number;
  /** Of trajectories that go on below the rank those with a row there, and the same of all ranks together. */
  readonly share: number;
  readonly shareOfAll: number;
}

/** Fewer trajectories than this say too little of a rank. */
const fewest = 100;

/**
 * The rank at which rows are farthest from being a prefix of the list, or lost evenly: of the trajectories that go on
 * below it those with a row there, against the same of all ranks together, where that differs at the level .01 over
 * lines and ranks (a jackknife over groups of users). Undefined where it differs at none.
 */
export const unevenRank = ({ log, comparisons }: Comparison): UnevenRank | undefined =>
  unevenRankOf(log, comparisons);

const unevenRankOf = once((log: Comparison["log"], comparisons: number) =>
  farthest({ log, comparisons }),
);

function farthest(comparison: Pick<Comparison, "log" | "comparisons">): UnevenRank | undefined {
  const groups = comparison.log.trajectories.length;
  const ranks = Math.min(comparison.log.ranks, ranksApart);
  const parts = [undefined, ...Array.from({ length: groups }, (_, group) => group)].map((without) =>
    sharesOf(comparison, ranks, without),
  );
  const [whole] = parts;
  if (whole === undefined) return undefined;
  const known = Array.from({ length: ranks }, (_, at) => at).filter(
    (at) => (whole.passing[at] ?? 0) >= fewest,
  );
  const level = establishedLevel(comparison) / Math.max(1, known.length);
  let worst: UnevenRank | undefined;
  for (const at of known) {
    const of = (without?: number): number => {
      const part = parts[without === undefined ? 0 : 1 + without] ?? whole;
      return (part.shares[at] ?? 0) - part.all;
    };
    const { value, se, df } = jackknife(groups, of);
    const isApart =
      df > 0 && Math.abs(value) > Math.max(rounding, tQuantile(1 - level / 2, df) * se);
    const share = whole.shares[at] ?? 0;
    if (isApart && Math.abs(value) > Math.abs((worst?.share ?? 0) - (worst?.shareOfAll ?? 0))) {
      worst = { rank: at + 1, share, shareOfAll: whole.all };
    }
  }
  return worst;
}

const rounding = 1e-9;

/** Of trajectories that go on below a rank, the share with a row at it: the deepest row is always there. */
function sharesOf(
  { log }: Pick<Comparison, "log">,
  ranks: number,
  without?: number,
): { readonly passing: Float64Array; readonly shares: Float64Array; readonly all: number } {
  const { views, depths } = logTotals(log, without);
  const deepest = totalOf(log.depths, without).trajectories;
  const passing = new Float64Array(ranks);
  const shares = new Float64Array(ranks);
  let deeper = depths.trajectories.reduce((sum, count) => sum + count, 0);
  let [rows, all] = [0, 0];
  for (let at = 0; at < ranks; at++) {
    const ending = deepest[at] ?? 0;
    deeper -= ending;
    passing[at] = deeper;
    const own = (views.views[at] ?? 0) - ending;
    shares[at] = deeper > 0 ? own / deeper : 1;
    rows += own;
    all += deeper;
  }
  return { passing, shares, all: all > 0 ? rows / all : 1 };
}
