import { type Facts, type Reason, reason } from "../../../errors.js";
import type { Precision } from "../../../inference/precision.js";
import { showCount } from "../../../numeric/show-number.js";
import type { ComparisonTest } from "./comparison-test.js";

/** Below so many degrees of freedom the variance added for rewards not seen yet is itself poorly known. */
const few = 10;

/** The cell that brings most of a comparison's variance: rewarded rows that are there, and how many the average rate would bring. */
export interface HeavyCell {
  readonly count: number;
  readonly expected: number;
  readonly rewarded: number;
  /** "rank 15 → 1, weight 22.7" */
  readonly cell: string;
  readonly variance: Precision["variance"];
}

/** The heaviest cell of a comparison; undefined where the tally has no tables of it. */
export function heavyCell({ restricted }: ComparisonTest): HeavyCell | undefined {
  if (restricted === undefined) return undefined;
  const { variance } = restricted.precision;
  const { cells, nameOf } = restricted.cells;
  const { heaviest } = variance;
  const total = (values: ArrayLike<number>): number =>
    Array.from(values).reduce((sum, value) => sum + value, 0);
  const rewarded = total(cells.rewarded);
  const expected = ((cells.rows[heaviest] ?? 0) * rewarded) / total(cells.rows);
  const count = cells.rewarded[heaviest] ?? 0;
  return { count, expected, rewarded, cell: nameOf(heaviest), variance };
}

/**
 * Why the interval of a comparison is wide, where too few rewarded rows lie where the weights are large: how many
 * there are in the cell that brings most of the variance, and how many the average rate would bring there.
 */
export function rareRewards(test: ComparisonTest): Reason | undefined {
  const heavy = heavyCell(test);
  if (heavy === undefined || !(heavy.variance.df < few)) return undefined;
  return reason("rareRewards", `${sentenceOf(heavy)} The interval allows for those not seen yet.`, {
    ...factsOf(heavy),
    df: heavy.variance.df,
  });
}

export function sentenceOf({ count, expected, rewarded, cell }: HeavyCell): string {
  const lie = count === 1 ? "lies" : "lie";
  return `${showCount(count)} of ${showCount(rewarded)} rewarded rows ${lie} where the weights are large (${cell}); about ${countOf(expected)} were to be expected.`;
}

/** An expected count: "2.6", "120". */
export const countOf = (count: number): string =>
  count < 10 ? count.toPrecision(2) : showCount(Math.round(count));

export const factsOf = ({ count, expected, rewarded, cell }: HeavyCell): Facts => ({
  seen: count,
  rewarded,
  expected,
  cell,
});
