import { type Reason, reason } from "../../../errors.js";
import type { LineTest } from "./line-test.js";

/** Below so many degrees of freedom the variance added for rewards not seen yet is itself poorly known. */
const few = 10;

/**
 * Why the interval of a line is wide, where too few rewarded rows lie where the weights are large: how many
 * there are in the cell that brings most of the variance, and how many the average rate would bring there.
 */
export function rareRewards({ restricted }: LineTest): Reason | undefined {
  if (restricted === undefined) return undefined;
  const { variance } = restricted.precision;
  if (!(variance.df < few)) return undefined;
  const { cells, nameOf } = restricted.cells;
  const { heaviest } = variance;
  const total = (values: ArrayLike<number>): number =>
    Array.from(values).reduce((sum, value) => sum + value, 0);
  const [seen, all] = [cells.rewarded[heaviest] ?? 0, total(cells.rewarded)];
  const expected = ((cells.rows[heaviest] ?? 0) * all) / total(cells.rows);
  const message = `${seen} of ${all} rewarded rows ${seen === 1 ? "lies" : "lie"} where the weights are large (${nameOf(heaviest)}); about ${expected.toPrecision(2)} were to be expected. The interval allows for those not seen yet.`;
  const facts = { seen, rewarded: all, expected, cell: nameOf(heaviest), df: variance.df };
  return reason("rareRewards", message, facts);
}
