import type { WeighedRewards } from "../inference/precision.js";
import { sum } from "../numeric/sum.js";
import { nameOfBin } from "../tally/comparisons/rank-bins.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { totalOf } from "./grouped-sums.js";
import { once } from "./once.js";
import { type RankCells, weightOf } from "./pairs-of-ranks.js";
import { type CellSums, logTotals, type PairTables, type PolicyTables, tableOf } from "./tables.js";
import { slopeOf } from "./view-sums.js";

/** The cells of a comparison, and how heavy the tail of its rewards is. */
export interface ComparisonCells extends WeighedRewards {
  /** What a cell is in words: "rank 15 → 1, weight 22.7". */
  readonly nameOf: (cell: number) => string;
}

/** The cells of a comparison by ranks and sign of the reward, with what their rewards count in the difference. */
export const rewardCells = (comparison: ComparisonTables): ComparisonCells =>
  cellsByLift(comparison)(0);

/** The same in the candidate's value less (1 + lift) times its baseline's: what cells count is linear in the lift. */
export function cellsByLift(comparison: ComparisonTables): (lift: number) => ComparisonCells {
  const { least, fourth } = tableOf(comparison.log.rewards, comparison.reward);
  const slopes = {
    own: slopeOf(comparison, comparison.policy),
    base: slopeOf(comparison, comparison.base),
  };
  const parts = weighedCells(comparison).map((part) => cellsOf(comparison.reward, part, least < 0));
  const joined = (of: (cells: SignedCells) => Float64Array): Float64Array =>
    joinedOf(parts.map(of));
  const shared = {
    rows: joined(({ rows }) => rows),
    rewarded: joined(({ rewarded }) => rewarded),
    sum: joined(({ sum }) => sum),
    squares: joined(({ squares }) => squares),
  };
  const counts = (less: number): Float64Array =>
    joined(({ cellOf, part }) =>
      Float64Array.from(cellOf, (cell) => part.count(cell, slopes.own, less)),
    );
  const [none, one] = [counts(slopes.base), counts(2 * slopes.base)];
  const totals = totalOf(tableOf(comparison.policy.rewards, comparison.reward));
  const kurtosis = kurtosisOf(sum(totals.rewarded), sum(totals.squares), fourth);
  const nameOf = (at: number): string => nameAt(parts, at);
  return (lift) => {
    const weight = new Float64Array(none.length);
    for (let cell = 0; cell < weight.length; cell++) {
      const from = none[cell] ?? 0;
      weight[cell] = from + lift * ((one[cell] ?? 0) - from);
    }
    return { cells: { ...shared, weight }, kurtosis, nameOf };
  };
}

/** Cells of a table in the order in which they are added up, and what a reward of each counts. */
interface WeighedCells {
  readonly sums: CellSums;
  readonly order: readonly number[];
  /** Where a reward a trajectory moves the candidate's value by `slope`, the baseline's by `less`. */
  readonly count: (cell: number, slope: number, less: number) => number;
  readonly name: (cell: number) => string;
}

/**
 * The cells of a comparison by what they count in the difference, slope·w_t − less·w_b: by both weights where the
 * tally has them together, else those of each policy less the logging one, as if their rewards were apart.
 */
function weighedCells({ curve, policy, base, pair }: ComparisonTables): readonly WeighedCells[] {
  if (pair !== undefined) {
    const { rank, weight, baseWeight } = pair;
    const otherOf = (cell: number): number => (base === undefined ? 1 : (baseWeight[cell] ?? 0));
    return [
      {
        sums: pair,
        order: orderOfPair(pair),
        count: (cell, slope, less) => slope * (weight[cell] ?? 0) - less * otherOf(cell),
        name: (cell) =>
          `rank ${nameOfBin(rank[cell] ?? 0)}, weight ${(weight[cell] ?? 0).toPrecision(3)} against ${otherOf(cell).toPrecision(3)}`,
      },
    ];
  }
  const ofPolicy = (
    sums: PolicyTables,
    count: (placed: number, slope: number, less: number) => number,
  ): WeighedCells => {
    const { cells } = sums;
    return {
      sums,
      order: orderOfCells(cells),
      count: (cell, slope, less) => count(weightOf(curve, cells, cell), slope, less),
      name: (cell) => nameOfCell(cells, cell, weightOf(curve, cells, cell)),
    };
  };
  const own = ofPolicy(policy, (placed, slope, less) => slope * placed - less);
  if (base === undefined) return [own];
  return [own, ofPolicy(base, (placed, _, less) => less - less * placed)];
}

const orderOfPair = once(({ rank, weight, baseWeight }: PairTables) =>
  sortedBy(rank, weight, baseWeight),
);

const orderOfCells = once(({ rank, target }: PolicyTables["cells"]) => sortedBy(rank, target));

/** Sums of the cells that have rows, gains and losses one after the other. */
interface SignedCells {
  readonly part: WeighedCells;
  /** The cell of the table, by place. */
  readonly cellOf: Int32Array;
  readonly rows: Float64Array;
  readonly rewarded: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
}

function cellsOf(reward: string, part: WeighedCells, hasLosses: boolean): SignedCells {
  const counts = totalOf(part.sums.rows).rows;
  const totals = totalOf(tableOf(part.sums.rewards, reward));
  const { positiveRewarded, positiveSum, positiveSquares } = totals;
  const { rewarded, squares } = totals;
  const met = part.order.filter((cell) => (counts[cell] ?? 0) !== 0);
  const cellOf = Int32Array.from(hasLosses ? met.flatMap((cell) => [cell, cell]) : met);
  const signed = (gain: Float64Array, all: Float64Array): Float64Array =>
    Float64Array.from(cellOf, (cell, at) => {
      const own = gain[cell] ?? 0;
      return hasLosses && at % 2 === 1 ? (all[cell] ?? 0) - own : own;
    });
  return {
    part,
    cellOf,
    rows: Float64Array.from(cellOf, (cell) => counts[cell] ?? 0),
    rewarded: signed(positiveRewarded, rewarded),
    sum: signed(positiveSum, totals.sum),
    squares: signed(positiveSquares, squares),
  };
}

function joinedOf(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function nameAt(parts: readonly SignedCells[], at: number): string {
  let start = 0;
  for (const { part, cellOf } of parts) {
    const cell = cellOf[at - start];
    if (cell !== undefined) return part.name(cell);
    start += cellOf.length;
  }
  return "";
}

/** Cells by what they are of: sums over them do not depend on the order in which a tally has them. */
function sortedBy(...keys: readonly ArrayLike<number>[]): readonly number[] {
  return Array.from(keys[0] ?? [], (_, cell) => cell).sort((a, b) => {
    for (const key of keys) {
      const apart = (key[a] ?? 0) - (key[b] ?? 0);
      if (apart !== 0) return apart;
    }
    return a - b;
  });
}

function nameOfCell({ rank, target }: RankCells, cell: number, weight: number): string {
  const [from, placed] = [rank[cell] ?? 0, target[cell] ?? 0].map(nameOfBin);
  const to = target[cell] === 0 ? "not shown" : placed;
  return `rank ${from} → ${to}, weight ${weight.toPrecision(3)}`;
}

/** The trajectories of a comparison's feed. */
export const trajectoriesOf = ({ log }: Pick<ComparisonTables, "log">): number => logTotals(log).n;

/**
 * n·Σc⁴/(Σc²)² of n values: at least 1, at most n. Σc⁴ of values above 1e77 leaves the range of a double, and
 * one of them may then be all there is.
 */
function kurtosisOf(n: number, squares: number, fourth: number): number {
  if (!(squares > 0)) return 1;
  const found = (n * (fourth / squares)) / squares;
  return Number.isFinite(found) ? Math.max(1, found) : Math.max(1, n);
}
