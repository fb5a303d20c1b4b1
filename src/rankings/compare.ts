import { type Reason, reason } from "../errors.js";
import {
  difference,
  type Inference,
  type Interval,
  intervalBy,
  lift,
  type PointEstimate,
  standardError,
  statisticOf,
} from "../inference/index.js";
import { type UserColumns, userColumns } from "./infer.js";
import { labelIn, type Measure } from "./measure.js";
import type { RankPlan, ScoredRun } from "./rank.js";
import type { RankDifference, RankEstimate } from "./result.js";
import type { UserValues } from "./score.js";

/** Runs as columns of users, and what they are compared by. */
export interface Comparison {
  readonly columns: UserColumns;
  readonly plan: RankPlan;
}

/** A measure of a run with its interval. */
export function estimateOf(
  run: ScoredRun,
  measure: Measure,
  { columns, plan }: Comparison,
): RankEstimate {
  const key = { run: run.name, measure: labelIn(measure, plan.preset.settings) };
  const found = columns.estimate(`${run.name} ${measure.text}`);
  if ("code" in found) return { ...key, none: found };
  const own = valuesIn(run, measure);
  const users = own.values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0);
  if (users < 2) return { ...key, none: tooFewUsers(users) };
  const { value, influence } = exact(found, own);
  const counts = { ...key, value, users, skipped: own.values.length - users };
  const se = standardError({ influence });
  if (own.ofAll !== undefined && !(se > noError)) return { ...counts, noInterval: noJackknife() };
  const { interval, confidence } = plan.inference;
  const around = intervalBy(interval, statisticOf({ ...found, value }), confidence);
  return { ...counts, se, interval: cut(around, measure, 0) };
}

/** A run less the baseline: by users who count in both, or of all lists together. */
export function differenceOf(
  run: ScoredRun,
  baseline: ScoredRun,
  measure: Measure,
  comparison: Comparison,
): RankDifference {
  const { preset, inference } = comparison.plan;
  const label = labelIn(measure, preset.settings);
  const key = { run: run.name, baseline: baseline.name, measure: label };
  const pair = pairOf(run, baseline, measure, comparison);
  if ("code" in pair) return { ...key, none: pair };
  const { a, b, users, sides } = pair;
  const between = difference(a, b);
  const isOfAll = sides === null;
  const delta = isOfAll ? { ...between, value: a.value - b.value } : between;
  const known = { ...key, value: delta.value, users };
  const errors = [a, b, delta].map(standardError);
  if (isOfAll && errors.some((se) => !(se > noError))) {
    return { ...known, noInterval: noJackknife() };
  }
  const statistic = statisticOf(delta);
  const p = inference.interval.p(statistic);
  return {
    ...known,
    se: standardError(delta),
    interval: cut(
      intervalBy(inference.interval, statistic, inference.confidence),
      measure,
      -(measure.metric.most ?? Infinity),
    ),
    p,
    adjustedP: p,
    lift: lift(a, b, inference.interval, inference.confidence),
    ...sides,
  };
}

/** A standard error of a jackknife that is rounding: one list alone moves a share by far more. */
const noError = 1e-12;

/** Both runs over the users who count in both; `sides` is null for a measure of all lists together. */
interface Pair {
  readonly a: PointEstimate;
  readonly b: PointEstimate;
  readonly users: number;
  readonly sides: Sides | null;
}

function pairOf(
  run: ScoredRun,
  baseline: ScoredRun,
  measure: Measure,
  { columns }: Comparison,
): Pair | Reason {
  const names = [run, baseline].map(({ name }) => `${name} ${measure.text}`);
  const [a, b] = names.map(columns.estimate);
  if (a === undefined || b === undefined) throw new RangeError("A difference needs two runs.");
  if ("code" in a) return a;
  if ("code" in b) return b;
  const [own, base] = [valuesIn(run, measure), valuesIn(baseline, measure)];
  const isIn = ({ values }: UserValues, user: number): boolean => !Number.isNaN(values[user]);
  const isShared = (_: number, user: number): boolean => isIn(own, user) && isIn(base, user);
  const users = own.values.filter(isShared).length;
  const isSame = own.values.every((_, user) => isIn(own, user) === isIn(base, user));
  const isOfAll = own.ofAll !== undefined || base.ofAll !== undefined;
  if (isOfAll && !isSame) return usersDiffer(run.name, baseline.name);
  if (users < 2) return tooFewUsers(users);
  if (isOfAll) return { a: exact(a, own), b: exact(b, base), users, sides: null };
  const sides = sidesOf(own, base);
  if (isSame) return { a, b, users, sides };
  const both = ({ values, per }: UserValues): UserValues => ({
    values: values.filter(isShared),
    per: per === null ? null : per.filter(isShared),
  });
  const shared = userColumns(
    users,
    new Map([["run", both(own)] as const, ["baseline", both(base)]]),
  );
  const [first, second] = [shared.estimate("run"), shared.estimate("baseline")];
  if ("code" in first) return first;
  return "code" in second ? second : { a: first, b: second, users, sides };
}

const valuesIn = ({ values }: ScoredRun, { text }: Measure): UserValues =>
  values.get(text) ?? { values: new Float64Array(0), per: null };

const exact = (found: PointEstimate, { ofAll }: UserValues): PointEstimate =>
  ofAll === undefined ? found : { ...found, value: ofAll };

/** The interval of a measure of all lists together within the values that it can have. */
function cut([lo, hi]: Interval, { metric }: Measure, least: number): Interval {
  if (metric.ofAll === undefined) return [lo, hi];
  return [Math.max(lo, least), Math.min(hi, metric.most ?? Infinity)];
}

const tooFewUsers = (users: number): Reason =>
  reason(
    "tooFewClusters",
    `A standard error needs at least 2 users who count; there ${users === 1 ? "is" : "are"} ${users}.`,
    { users },
  );

const noJackknife = (): Reason =>
  reason(
    "noJackknifeError",
    "This measure of all lists together changes equally, or not at all, whichever user is left out, in the run or in the baseline: the jackknife's error is 0 then, which is not the error of the measure. There is no interval and no p.",
  );

const usersDiffer = (run: string, baseline: string): Reason =>
  reason(
    "usersDiffer",
    `A measure of all lists together needs the same users in ${run} and ${baseline}, and one leaves out users who count in the other. Take missing: zero, or complete the runs.`,
    { run, baseline },
  );

interface Sides {
  readonly better: number;
  readonly worse: number;
  readonly same: number;
}

function sidesOf(run: UserValues, baseline: UserValues): Sides {
  let [better, worse, same] = [0, 0, 0];
  run.values.forEach((value, user) => {
    const other = baseline.values[user] ?? Number.NaN;
    if (value > other) better += 1;
    else if (value < other) worse += 1;
    else if (value === other) same += 1;
  });
  return { better, worse, same };
}

/** The p-values of all differences as one family. */
export function adjusted(
  rows: readonly RankDifference[],
  { adjustment }: Inference,
): readonly RankDifference[] {
  const told = rows.flatMap((row) => ("p" in row ? [row] : []));
  const p = adjustment.p(told.map((row) => row.p));
  return rows.map((row) =>
    "p" in row ? { ...row, adjustedP: p[told.indexOf(row)] ?? row.p } : row,
  );
}
