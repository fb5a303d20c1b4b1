import { log2 } from "../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import {
  apply,
  caseWhen,
  cast,
  count,
  double,
  type Expression,
  greater,
  less,
  minus,
  plus,
  sum,
  times,
} from "../sql/expression.js";

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

/** Capacities come from a coarse grid, so that logs of like size share their bins. */
const capacityStep = 6;
const smallestCapacity = 2;

/** The least capacity of the grid that holds this many rows, as a power of two's exponent. */
export const capacityFor = (rows: number): number =>
  smallestCapacity +
  capacityStep *
    Math.max(0, Math.ceil((log2(Math.max(1, rows)) - smallestCapacity) / capacityStep));

/**
 * The bins of a column whose values lie within ±bound, 2^capacity of which are added in a cell. The last
 * step does not depend on the largest value, if that is 1 or more: an outlier costs one more sum, and changes
 * no bit of what it is not part of.
 *
 * @example
 * scaleFor(1e9, 5, -56); // { kind: "bins", steps: [-9, -56] }
 */
export function scaleFor(bound: number, capacity: number, last: number): Scale {
  if (bound === 0) return { kind: "whole" };
  const width = 52 - capacity;
  const highest = Math.ceil(log2(bound)) + capacity - 52;
  if (!Number.isFinite(highest) || width < 2 || highest > 900) return { kind: "plain" };
  const exponent = last + stepGrid * Math.min(0, Math.floor(log2(bound) / stepGrid));
  if (exponent < -900) return { kind: "plain" };
  const finer = Math.max(0, Math.ceil((highest - exponent) / width));
  return {
    kind: "bins",
    steps: Array.from({ length: finer + 1 }, (_, i) => exponent + (finer - i) * width),
  };
}

/** The most that rounding changes a value by: half of the last step; Infinity where nothing bounds it. */
export function roundingOf(scale: Scale): number {
  if (scale.kind === "whole") return 0;
  const step = scale.kind === "bins" ? scale.steps.at(-1) : undefined;
  return step === undefined ? Infinity : powerOfTwo(step - 1);
}

/** The sums that a column needs under its scale: one a bin. What they give adds up to the column's sum. */
export function scaledSums(value: Expression, scale: Scale): readonly Expression[] {
  if (value.kind === "double" && scale.kind !== "plain") {
    return (scale.kind === "bins" ? sharesOf(value.value, scale.steps) : [value.value]).map(
      counted,
    );
  }
  return binsOf(value, scale).map(sum);
}

/** The parts of a value that are added up apart: one a bin. */
const binsOf = (value: Expression, scale: Scale): readonly Expression[] =>
  scale.kind === "bins" ? binned(value, scale.steps) : [value];

/** Each bin of a rest repeats the value twice as often as the one before; beyond so many bins others are shorter. */
const mostRests = 3;

const binned = (value: Expression, steps: readonly number[]): readonly Expression[] =>
  steps.length <= mostRests ? restsOf(value, steps) : roundedApart(value, steps);

/** Adding 1.5 · 2^(52 + e) to a value below a third of it leaves no room for what is below 2^e. */
function restsOf(value: Expression, steps: readonly number[]): readonly Expression[] {
  const [step, ...finer] = steps;
  if (step === undefined) return [];
  const anchor = double(anchorOf(step));
  const high = minus(plus(value, anchor), anchor);
  return [high, ...(finer.length === 0 ? [] : restsOf(minus(value, high), finer))];
}

/** The same bins as differences of the value rounded to one step and to the step before. */
const roundedApart = (value: Expression, steps: readonly number[]): readonly Expression[] =>
  steps.map((step, i) => {
    const before = steps[i - 1];
    const sum = roundedTo(value, step);
    return before === undefined ? sum : minus(sum, roundedTo(value, before));
  });

/** A value of any size as a multiple of 2^step: from 2^(52 + step) on it is one. */
function roundedTo(value: Expression, step: number): Expression {
  const anchor = double(powerOfTwo(52 + step));
  const from = double(-powerOfTwo(52 + step));
  const positive = apply("and", apply(">=", value, double(0)), less(value, anchor));
  const negative = apply("and", less(value, double(0)), greater(value, from));
  return caseWhen(
    [
      { when: positive, then: minus(plus(value, anchor), anchor) },
      { when: negative, then: plus(minus(value, anchor), anchor) },
    ],
    value,
  );
}

const anchorOf = (step: number): number => 1.5 * powerOfTwo(52 + step);

/** A constant is not added up row by row: its sum is the number of rows times what one row adds. */
function counted(share: number): Expression {
  const rows = cast(count(), "double");
  return share === 1 ? rows : times(rows, double(share));
}

function sharesOf(value: number, steps: readonly number[]): readonly number[] {
  let rest = value;
  return steps.map((step) => {
    const share = rest + anchorOf(step) - anchorOf(step);
    rest -= share;
    return share;
  });
}
