import type { Reason } from "../../errors.js";

/** The ends of a confidence interval. */
export type Interval = readonly [lo: number, hi: number];

/** A number with its error: all that an interval may be made from. */
export interface Statistic {
  readonly value: number;
  readonly se: number;
  /** Of the standard error: clusters or buckets − 1; Infinity where the error is taken as known. */
  readonly degreesOfFreedom: number;
  /** Absent where only a value and its error are known, such as a published number. */
  readonly replicates?: Replicates;
}

/** The same number from other weights of the users (or buckets of these) that it rests on. */
export interface Replicates {
  /** How many weights `at` takes: one for each bucket of the scope. */
  readonly buckets: number;
  /**
   * The value where bucket b counts `weights[b]` times; weights of all ones give the value itself, a bootstrap
   * draws them, a jackknife sets one of them to 0. Each logging policy keeps its share of the trajectories. A Reason
   * where the weighted sums give no answer. It costs a pass over the scope's cells.
   */
  readonly at: (weights: Float64Array) => number | Reason;
  /**
   * Whether the standard error holds a part that replicates lack: the error of a fitted position-bias curve,
   * which they hold fixed.
   */
  readonly curveFixed: boolean;
}

/** How a confidence interval, and the p-value that agrees with it, follow from a statistic. */
export interface IntervalMethod {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  /** What a study without `interval` uses: one member, which needs no replicates. */
  readonly default?: true;
  /**
   * Whether it reads replicates. A statistic without them (a published value, a parameter of a curve) gets the
   * default's interval.
   */
  readonly needsReplicates?: true;
  /** How far the interval at a confidence in (0, 1) reaches below and above the value; 0 where the error is 0. */
  readonly margins: (of: Statistic, confidence: number) => readonly [below: number, above: number];
  /** The two-sided p-value against 0: below 1 − confidence exactly where the interval excludes 0. */
  readonly p: (of: Statistic) => number;
}

/** value − below, value + above. */
export function intervalBy(method: IntervalMethod, of: Statistic, confidence: number): Interval {
  const [below, above] = method.margins(of, confidence);
  return [of.value - below, of.value + above];
}

/** A statistic less a constant: its p-value is that of the value against the constant. */
export function lessBy(of: Statistic, constant: number): Statistic {
  const { replicates, ...rest } = of;
  const value = of.value - constant;
  if (replicates === undefined) return { ...rest, value };
  const at = (weights: Float64Array): number | Reason => {
    const found = replicates.at(weights);
    return typeof found === "number" ? found - constant : found;
  };
  return { ...rest, value, replicates: { ...replicates, at } };
}
