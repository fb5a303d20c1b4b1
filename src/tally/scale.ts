import {
  apply,
  cast,
  count,
  divide,
  double,
  type Expression,
  minus,
  plus,
  sum,
  times,
} from "../sql/index.js";

/**
 * How a column is added up exactly: values are multiplied by a power of two and rounded to whole
 * numbers, which doubles add without error in any order while the sum stays below 2^53. `fine` adds
 * what the first rounding left, on a second scale. `whole` values need no rounding; `plain` sums are not
 * exact and are reported.
 * See docs/methods.md, "Exact sums".
 */
export type Scale =
  | { readonly kind: "exact"; readonly coarse: number; readonly fine: number | null }
  | { readonly kind: "whole" }
  | { readonly kind: "plain" };

/** Rounding may cost at most this share of the column's spread in each row. */
const resolution = 1e-9;

/** Capacities come from a coarse grid, so that logs of like size share their scales bit for bit. */
const capacityStep = 6;
const smallestCapacity = 2;
const boundStep = 4;

/** The least capacity of the grid that holds this many rows, as a power of two's exponent. */
export const capacityFor = (rows: number): number =>
  smallestCapacity +
  capacityStep *
    Math.max(0, Math.ceil((Math.log2(Math.max(1, rows)) - smallestCapacity) / capacityStep));

/**
 * The scale of a column whose values lie within ±bound, 2^capacity of which are added in a cell.
 * `spread` is the difference that matters: 1e9 + {0, 1} has bound 1e9 and spread 1.
 */
export function scaleFor(bound: number, spread: number, capacity: number): Scale {
  if (bound === 0) return { kind: "exact", coarse: 1, fine: null };
  if (!Number.isFinite(bound)) return { kind: "plain" };
  const boundBits = boundStep * Math.ceil(Math.log2(Math.max(bound, 2 ** -1000)) / boundStep);
  const bits = 52 - capacity - boundBits;
  if (Math.abs(bits) > 900) return { kind: "plain" };
  const coarse = 2 ** bits;
  if (1 / coarse <= resolution * spread) return { kind: "exact", coarse, fine: null };
  const fine = coarse * 2 ** (52 - capacity);
  if (1 / fine <= resolution * spread) return { kind: "exact", coarse, fine };
  return { kind: "plain" };
}

/** Both sums whatever one would do, for values that may be far smaller than the bound. */
export function finestScale(bound: number, spread: number, capacity: number): Scale {
  const scale = scaleFor(bound, spread, capacity);
  if (scale.kind !== "exact" || scale.fine !== null || bound === 0) return scale;
  return { ...scale, fine: scale.coarse * 2 ** (52 - capacity) };
}

/** The sums that a column needs under its scale: one, or two with `fine`. */
export function scaledSums(value: Expression, scale: Scale): readonly Expression[] {
  if (scale.kind !== "exact") return [sum(value)];
  if (value.kind === "double") return countedSums(value.value, scale);
  const coarse = rounded(value, scale.coarse);
  if (scale.fine === null) return [sum(coarse)];
  const rest = minus(value, divide(coarse, double(scale.coarse)));
  return [sum(coarse), sum(rounded(rest, scale.fine))];
}

/** A constant is not added up row by row: its sum is the number of rows times what one row adds. */
function countedSums(
  value: number,
  { coarse, fine }: Extract<Scale, { kind: "exact" }>,
): Expression[] {
  const high = Math.floor(value * coarse + 0.5);
  const shares = fine === null ? [high] : [high, Math.floor((value - high / coarse) * fine + 0.5)];
  return shares.map((share) => times(cast(count(), "double"), double(share)));
}

const rounded = (value: Expression, scale: number): Expression =>
  apply("floor", plus(times(value, double(scale)), double(0.5)));

/** The factors that turn the sums back into values. */
export function unscale(scale: Scale): readonly number[] {
  if (scale.kind !== "exact") return [1];
  return scale.fine === null ? [1 / scale.coarse] : [1 / scale.coarse, 1 / scale.fine];
}
