import type { RankDifference, RankEstimate } from "../answers/index.js";
import { type Reason, reason } from "../errors.js";
import { type PointEstimate, standardError, statisticOf } from "../inference/delta.js";
import { difference, lift } from "../inference/difference.js";
import type { Inference } from "../inference/inference.js";
import { type Interval, intervalBy } from "../inference/intervals/interval.js";
import { estimatesOver } from "./infer.js";
import { labelIn, type Measure } from "./measure.js";
import type { RankPlan, ScoredRun } from "./request.js";
import type { UserValues } from "./score.js";

export function estimateOf(run: ScoredRun, measure: Measure, plan: RankPlan): RankEstimate {
  const key = { run: run.name, measure: labelIn(measure, plan.preset.settings) };
  const userValues = valuesIn(run, measure);
  const { users, estimates } = estimatesOver([userValues]);
  const [first] = estimates;
  if (first === undefined || "code" in first) return { ...key, none: first ?? tooFewUsers(0) };
  if (users < 2) return { ...key, none: tooFewUsers(users) };
  const { value, influence } = exact(first, userValues);
  const counts = { ...key, value, users, skipped: userValues.values.length - users };
  const se = standardError({ influence });
  if (userValues.ofAll !== undefined && !(se > noError))
    return { ...counts, noInterval: noJackknife() };
  const { interval, confidence } = plan.inference;
  const around = intervalBy(interval, statisticOf({ ...first, value }), confidence);
  return { ...counts, se, interval: cut(around, measure, 0) };
}

/** A run less the baseline: by users who count in both, or of all lists together. */
export function differenceOf(
  run: ScoredRun,
  baseline: ScoredRun,
  measure: Measure,
  { preset, inference }: RankPlan,
): RankDifference {
  const label = labelIn(measure, preset.settings);
  const key = { run: run.name, baseline: baseline.name, measure: label };
  const pair = pairOf(run, baseline, measure);
  if ("code" in pair) return { ...key, none: pair };
  const { a, b, users, sides } = pair;
  const between = difference(a, b);
  const isOfAll = sides === null;
  const delta = isOfAll ? { ...between, value: a.value - b.value } : between;
  const row = { ...key, value: delta.value, users };
  const errors = [a, b, delta].map(standardError);
  if (isOfAll && errors.some((se) => !(se > noError))) {
    return { ...row, noInterval: noJackknife() };
  }
  const statistic = statisticOf(delta);
  const p = inference.interval.p(statistic);
  return {
    ...row,
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

function pairOf(run: ScoredRun, baseline: ScoredRun, measure: Measure): Pair | Reason {
  const [scores, base] = [valuesIn(run, measure), valuesIn(baseline, measure)];
  const { users, estimates } = estimatesOver([scores, base]);
  const isOfAll = scores.ofAll !== undefined || base.ofAll !== undefined;
  const counts = [scores, base].map(countIn);
  if (isOfAll && counts.some((count) => users < count)) return usersDiffer(run.name, baseline.name);
  if (users < 2 && !counts.includes(0)) return tooFewUsers(users);
  const [a, b] = estimates;
  if (a === undefined || "code" in a) return a ?? tooFewUsers(0);
  if (b === undefined || "code" in b) return b ?? tooFewUsers(0);
  return isOfAll
    ? { a: exact(a, scores), b: exact(b, base), users, sides: null }
    : { a, b, users, sides: sidesOf(scores, base) };
}

const countIn = ({ values }: UserValues): number =>
  values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0);

const valuesIn = ({ values }: ScoredRun, { text }: Measure): UserValues =>
  values.get(text) ?? { values: new Float64Array(0), per: null };

const exact = (pointEstimate: PointEstimate, { ofAll }: UserValues): PointEstimate =>
  ofAll === undefined ? pointEstimate : { ...pointEstimate, value: ofAll };

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

export function adjusted(
  rows: readonly RankDifference[],
  { adjustment }: Inference,
): readonly RankDifference[] {
  const answers = rows.flatMap((row) => ("p" in row ? [row] : []));
  const p = adjustment.p(answers.map((row) => row.p));
  return rows.map((row) =>
    "p" in row ? { ...row, adjustedP: p[answers.indexOf(row)] ?? row.p } : row,
  );
}
