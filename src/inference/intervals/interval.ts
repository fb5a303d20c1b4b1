import type { Reason } from "../../errors.js";

/** The ends of a confidence interval. */
export type Interval = readonly [lo: number, hi: number];

/** A number with its error: all that an interval may be made from. */
export interface Statistic {
  readonly value: number;
  readonly se: number;
  /** Of the standard error: clusters or buckets − 1; Infinity where the error is taken as known. */
  readonly degreesOfFreedom: number;
  /** Trajectories; absent where the number rests on no log. */
  readonly trajectories?: number;
  /**
   * The influence of every user (or bucket of users), the error of a fitted curve included; its sum of squares is
   * SE² before corrections for few users. Only its shape is read here. Absent where only a value and its error are
   * known, such as a published number.
   */
  readonly influence?: Float64Array;
  /** Absent where `influence` is. */
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
  /** The value, and what one more copy of each bucket would move it by; absent: the influence at equal weights. */
  readonly withInfluence?: (weights: Float64Array) => Replicate | Reason;
  /**
   * The value in every replicate of the bootstrap, a Reason where it has none: at the weights of buckets (as `at` gives
   * it, for less), or of users, each by itself; undefined where there are no such sums. Absent: read `at`.
   */
  readonly drawn?: (by: "buckets" | "users") => readonly (number | Reason)[] | undefined;
  /** The number of each bucket in its tally: the key of its draws, the same in every scope; absent: its place. */
  readonly keys?: Int32Array;
  /**
   * Whether replicates follow a fitted position-bias curve by the curve's influence alone: to first order, since
   * they do not fit it again.
   */
  readonly curveLinear: boolean;
}

/** A value from other weights, and what one more copy of each bucket would move it by. */
export interface Replicate {
  readonly value: number;
  readonly influence: Float64Array;
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
  /** It reads the values of replicates alone: where users are too many for buckets of their own, these are drawn by user. */
  readonly drawsUsers?: true;
  /** It holds the truth at least as often as it says, and on purpose more often where a log is looked at once. */
  readonly isConservative?: true;
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
  const { at, withInfluence, drawn } = replicates;
  const lessConstant = (value: number | Reason): number | Reason =>
    typeof value === "number" ? value - constant : value;
  const less: Replicates = {
    ...replicates,
    ...(drawn && { drawn: (by) => drawn(by)?.map(lessConstant) }),
    at: (weights) => lessConstant(at(weights)),
  };
  if (withInfluence === undefined) return { ...rest, value, replicates: less };
  const lessWith = (weights: Float64Array): Replicate | Reason => {
    const replicate = withInfluence(weights);
    return "code" in replicate ? replicate : { ...replicate, value: replicate.value - constant };
  };
  return { ...rest, value, replicates: { ...less, withInfluence: lessWith } };
}
