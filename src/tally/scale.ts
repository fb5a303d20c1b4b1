import { cast, count, double, type Expression, minus, plus, sum, times } from "../sql/index.js";

/**
 * How a column is added up exactly. `bins`: each value is split into multiples of 2^e for every e of `steps`,
 * coarsest first, and doubles add each bin without error in any order while its sum stays below 2^53 steps.
 * `whole` values need no rounding; `plain` sums are not exact and are reported.
 * See docs/methods.md, "Exact sums".
 */
export type Scale =
  | { readonly kind: "bins"; readonly steps: readonly number[] }
  | { readonly kind: "whole" }
  | { readonly kind: "plain" };

/**
 * Exponents of the step that values are rounded to, where the largest is 1 or more. `rows`: a row's rounding
 * is then far below every standard error. `trajectory`: sums whose ratio is taken next. `side`: tables that
 * decide nothing alone.
 */
export const finest = { rows: -56, trajectory: -80, side: -40, squares: -30, fourth: -16 } as const;

/** Smaller values have a smaller step, on a coarse grid: shards of one log then share it. */
const stepGrid = 16;

/** Each further bin doubles the text of a statement; beyond it the step grows, and its bound with it. */
const mostBins = 6;

/** Capacities come from a coarse grid, so that logs of like size share their bins. */
const capacityStep = 6;
const smallestCapacity = 2;

/** The least capacity of the grid that holds this many rows, as a power of two's exponent. */
export const capacityFor = (rows: number): number =>
  smallestCapacity +
  capacityStep *
    Math.max(0, Math.ceil((Math.log2(Math.max(1, rows)) - smallestCapacity) / capacityStep));

/**
 * The bins of a column whose values lie within ±bound, 2^capacity of which are added in a cell. The last
 * step does not depend on the largest value, if that is 1 or more and at most `mostBins` reach up to it: an
 * outlier costs one more sum, and changes no bit of what it is not part of.
 *
 * @example
 * scaleFor(1e9, 5, -56); // { kind: "bins", steps: [-8, -56] }
 */
export function scaleFor(bound: number, capacity: number, last: number): Scale {
  if (bound === 0) return { kind: "whole" };
  const width = 53 - capacity;
  const highest = Math.ceil(Math.log2(bound)) + capacity - 52;
  if (!Number.isFinite(highest) || width < 2 || highest > 900) return { kind: "plain" };
  const wanted = last + stepGrid * Math.min(0, Math.floor(Math.log2(bound) / stepGrid));
  const bins = Math.min(mostBins, 1 + Math.max(0, Math.ceil((highest - wanted) / width)));
  const step = Math.max(wanted, highest - (bins - 1) * width);
  if (step < -900) return { kind: "plain" };
  return {
    kind: "bins",
    steps: Array.from({ length: bins }, (_, i) => step + (bins - 1 - i) * width),
  };
}

/** The most that rounding changes a value by: half of the last step; Infinity where nothing bounds it. */
export function roundingOf(scale: Scale): number {
  if (scale.kind === "whole") return 0;
  const step = scale.kind === "bins" ? scale.steps.at(-1) : undefined;
  return step === undefined ? Infinity : 2 ** (step - 1);
}

/** The sums that a column needs under its scale: one a bin. What they give adds up to the column's sum. */
export function scaledSums(value: Expression, scale: Scale): readonly Expression[] {
  if (scale.kind !== "bins") return [sum(value)];
  return value.kind === "double"
    ? countedSums(value.value, scale.steps)
    : binned(value, scale.steps).map(sum);
}

/** A value as multiples of each step: adding 1.5 · 2^(52 + e) leaves no room for what is below 2^e. */
function binned(value: Expression, steps: readonly number[]): readonly Expression[] {
  const [step, ...finer] = steps;
  if (step === undefined) return [];
  const anchor = double(anchorOf(step));
  const high = minus(plus(value, anchor), anchor);
  return [high, ...(finer.length === 0 ? [] : binned(minus(value, high), finer))];
}

const anchorOf = (step: number): number => 1.5 * 2 ** (52 + step);

/** A constant is not added up row by row: its sum is the number of rows times what one row adds. */
function countedSums(value: number, steps: readonly number[]): Expression[] {
  let rest = value;
  return steps.map((step) => {
    const share = rest + anchorOf(step) - anchorOf(step);
    rest -= share;
    return times(cast(count(), "double"), double(share));
  });
}
