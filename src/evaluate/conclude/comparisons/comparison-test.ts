import type { ComparisonTables } from "../../../checks/comparison-tables.js";
import { type ComparisonCells, cellsByLift, trajectoriesOf } from "../../../checks/reward-cells.js";
import { reason } from "../../../errors.js";
import { clusteredError } from "../../../inference/clusters.js";
import { statisticOf } from "../../../inference/delta.js";
import { agreeingAtZero, lift } from "../../../inference/difference.js";
import { defaultInterval } from "../../../inference/inference.js";
import {
  type Interval,
  type IntervalMethod,
  lessBy,
  type Statistic,
} from "../../../inference/intervals/interval.js";
import { acceptedAround, type Ends, endsOf } from "../../../inference/inversion.js";
import { type Precision, precisionAt } from "../../../inference/precision.js";
import type { Scope } from "../../../inference/scope.js";
import { square } from "../../../numeric/elementary/square.js";
import { tQuantile } from "../../../numeric/student-t-quantile.js";
import type { Contrast } from "../difference-rows.js";
import type { Lift } from "../result.js";

/** The test of a verdict line's difference, and the intervals that it gives by inversion. */
export interface ComparisonTest {
  readonly value: number;
  /** The standard error if nothing differed. */
  readonly se: number;
  readonly df: number;
  /** The degrees of freedom by users alone. */
  readonly users: number;
  /** σ²: the variance within users that the log's own rewards bring a trajectory; 0 where it is not known. */
  readonly within: number;
  readonly p: number;
  /** The difference itself, or another one near it, which is known as well up to a factor. */
  readonly endAt: (end: End) => EndTest;
  /** Whether errors are Student's t, so that an interval reaches a number of them. */
  readonly isStudent: boolean;
  /** The precision if nothing differed and the cells that it follows from, where the tally has the comparison's tables. */
  readonly restricted?: { readonly precision: Precision; readonly cells: ComparisonCells };
}

/** A difference near the estimated one, as where missing views earn something: how far from it, and its error by that one's. */
export interface End {
  readonly shift: number;
  readonly spread: number;
}

export const atEstimate: End = { shift: 0, spread: 1 };

export interface EndTest {
  readonly p: number;
  /**
   * The differences that are not rejected at a level, or within `critical` errors where these are Student's t; `interval`
   * is that at a higher level.
   */
  readonly endsAt: (level: number, critical?: number, interval?: Interval) => Ends;
  readonly liftAt: (level: number, critical?: number) => LiftWithEnds;
}

/** A lift whose ends are narrowed down when they are asked for. */
export type LiftWithEnds =
  | Extract<Lift, { readonly none: unknown }>
  | { readonly value: number; readonly ends: Ends };

interface Distance {
  readonly distance: number;
  readonly se: number;
}

/**
 * Tests a comparison's difference: clusters of unequal size correct its error and its degrees of freedom, and where
 * the comparison's tables are there the variance is that under each hypothesis. Intervals of difference and lift are
 * the hypotheses that the same test does not reject, so that they agree with p and with each other.
 */
export function comparisonTest(
  { answer, candidate, base }: Contrast,
  scope: Scope,
  tables: ComparisonTables | undefined,
  { method, mayBeNegative }: { readonly method: IntervalMethod; readonly mayBeNegative: boolean },
): ComparisonTest {
  const { value } = answer;
  const byLift = tables && cellsByLift(tables);
  const atZero = tables && byLift && { n: trajectoriesOf(tables), cells: byLift(0) };
  const within = atZero === undefined ? 0 : withinTrajectories(atZero);
  // Sizes of clusters are what trajectories stand for, and the tables count those that were kept.
  const perSize = within * (scope.n / scope.kept);
  const { weights, variance, df: users } = clusteredError(scope, answer.influence, perSize);
  const plain = { difference: value, se: Math.sqrt(variance), df: users };
  const at = (hypothesis: number): Precision | undefined =>
    atZero && precisionAt(plain, atZero.cells, atZero.n, hypothesis);
  const precision = at(0);
  const { se, df } = precision ?? plain;
  const statistic = { ...statisticOf(answer), se, degreesOfFreedom: df };
  const restricted = atZero && precision && { precision, cells: atZero.cells };
  const isStudent = method === defaultInterval;
  const ofDifference = (hypothesis: number): Distance => ({
    distance: value - hypothesis,
    se: hypothesis === 0 ? se : (at(hypothesis)?.se ?? se),
  });
  const liftsAt = acceptedLifts(
    { answer, base },
    weights,
    { se, df },
    { n: atZero?.n ?? 0, byLift },
    mayBeNegative,
  );
  const byMethod = (end: End): EndByMethod => otherMethod(method, statistic, end);
  const endAt = (end: End): EndTest => {
    const other = byMethod(end);
    if (!isStudent) {
      const liftAt = (level: number): LiftWithEnds =>
        movedLift(
          lift(candidate, base, method, 1 - level, byMethod(atEstimate).intervalAt(level)),
          {
            end,
            size: Math.abs(base.value),
            ofDifference: other.intervalAt(level),
          },
        );
      return { p: other.p, endsAt: (level) => endsOf(other.intervalAt(level)), liftAt };
    }
    return {
      p: other.p,
      // Far enough out every difference is rejected, unless one trajectory stands for nearly all: its error grows as far.
      endsAt: (level, critical = quantileAt(level, df), interval) =>
        accepted(
          (hypothesis) => atEnd(ofDifference(hypothesis), end),
          value + end.shift,
          se * end.spread,
          critical,
          interval,
        ) ?? endsOf(other.intervalAt(level)),
      liftAt: (level, critical = quantileAt(level, df)) => liftsAt(critical, end),
    };
  };
  return {
    value,
    se,
    df,
    users,
    within,
    p: method.p(statistic),
    endAt,
    isStudent,
    ...(restricted && { restricted }),
  };
}

const atEnd = ({ distance, se }: Distance, { shift, spread }: End): Distance => ({
  distance: distance + shift,
  se: se * spread,
});

interface EndByMethod {
  readonly p: number;
  readonly intervalAt: (level: number) => Interval;
}

/** By a method that reads more than an error: the statistic in units of its own, less what makes it the end. */
function otherMethod(
  method: IntervalMethod,
  statistic: Statistic,
  { shift, spread }: End,
): EndByMethod {
  const end = statistic.value + shift;
  if (spread === 0) return { p: end === 0 ? 1 : 0, intervalAt: () => [end, end] };
  const less = statistic.value - end / spread;
  const scaled = less === 0 ? statistic : lessBy(statistic, less);
  return {
    p: method.p(scaled),
    intervalAt: (level) => {
      const [below, above] = method.margins(scaled, 1 - level);
      return [end - below * spread, end + above * spread];
    },
  };
}

function movedLift(
  lift: Lift,
  of: { readonly end: End; readonly size: number; readonly ofDifference: Interval },
): LiftWithEnds {
  if ("none" in lift) return lift;
  if (of.end === atEstimate) return { value: lift.value, ends: endsOf(lift.interval) };
  const { shift, spread } = of.end;
  const value = lift.value + shift / of.size;
  const [low, high] = lift.interval;
  const interval = [value - spread * (lift.value - low), value + spread * (high - lift.value)];
  const agreeing = agreeingAtZero(interval as [number, number], of.ofDifference, of.size);
  return { value, ends: endsOf(agreeing) };
}

/** The lifts that the comparison's test does not reject at a level: differences less ratio·|baseline|, each with its own error. */
function acceptedLifts(
  { answer, base }: Pick<Contrast, "answer" | "base">,
  weights: Float64Array,
  { se, df }: Pick<Precision, "se" | "df">,
  {
    n,
    byLift,
  }: { readonly n: number; readonly byLift: ((lift: number) => ComparisonCells) | undefined },
  mayBeNegative: boolean,
): (critical: number, end: End) => LiftWithEnds {
  const { value } = answer;
  const size = Math.abs(base.value);
  const sign = base.value < 0 ? -1 : 1;
  const ofLift = (ratio: number): Distance => {
    if (ratio === 0) return { distance: value, se };
    const distance = value - ratio * size;
    const error = Math.sqrt(weighted(weights, answer.influence, ratio * sign, base.influence));
    if (byLift === undefined) return { distance, se: error };
    const cells = byLift(ratio * sign);
    return { distance, se: precisionAt({ difference: distance, se: error, df }, cells, n, 0).se };
  };
  const baseSe = Math.sqrt(weighted(weights, base.influence));
  return (t, end) => {
    if (size <= t * baseSe || size === 0) return nearZero(base.value, t * baseSe);
    const at = value + end.shift;
    const ends = accepted(
      (ratio) => atEnd(ofLift(ratio), end),
      at / size,
      (se * end.spread) / size,
      t,
    );
    if (ends === undefined) return nearZero(base.value, t * baseSe);
    const [low, high] = ends;
    const least = (): number => (mayBeNegative ? low() : Math.max(-1, low()));
    return { value: at / size, ends: [least, high] };
  };
}

const quantileAt = (level: number, df: number): number => tQuantile(1 - level / 2, df);

function accepted(
  of: (hypothesis: number) => Distance,
  estimate: number,
  step: number,
  t: number,
  interval?: Interval,
): Ends | undefined {
  const excess = (hypothesis: number): number => {
    const { distance, se } = of(hypothesis);
    return Math.abs(distance) - t * se;
  };
  return acceptedAround(excess, estimate, step * t, interval);
}

/** σ²: the variance a trajectory that the log's own rewards bring, each row by itself. */
function withinTrajectories({
  n,
  cells: { cells },
}: {
  readonly n: number;
  readonly cells: ComparisonCells;
}): number {
  let sum = 0;
  for (let k = 0; k < cells.weight.length; k++) {
    sum += square(cells.weight[k] ?? 0) * (cells.squares[k] ?? 0);
  }
  return sum / n;
}

/** Σ weight·(ψ − times·φ)². */
function weighted(
  weights: Float64Array,
  psi: Float64Array,
  times = 0,
  phi: Float64Array = psi,
): number {
  let sum = 0;
  for (let b = 0; b < weights.length; b++) {
    sum += (weights[b] ?? 0) * square((psi[b] ?? 0) - times * (phi[b] ?? 0));
  }
  return sum;
}

function nearZero(baseline: number, margin: number): LiftWithEnds {
  const message = `The baseline (${baseline}) is within its own error (±${margin}) of 0; a lift relative to it cannot be told.`;
  return { none: reason("baselineNearZero", message, { baseline, margin }) };
}
