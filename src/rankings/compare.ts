import {
  difference,
  type Inference,
  intervalBy,
  lift,
  standardError,
  statisticOf,
} from "../inference/index.js";
import type { UserColumns } from "./infer.js";
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
  const { interval, confidence } = plan.inference;
  const values = run.values.get(measure.text)?.values ?? new Float64Array(0);
  const users = values.reduce((count, value) => (Number.isNaN(value) ? count : count + 1), 0);
  return {
    ...key,
    value: found.value,
    se: standardError(found),
    interval: intervalBy(interval, statisticOf(found), confidence),
    users,
    skipped: values.length - users,
  };
}

/** A run less the baseline, user by user. */
export function differenceOf(
  run: ScoredRun,
  baseline: ScoredRun,
  measure: Measure,
  { columns, plan }: Comparison,
): RankDifference {
  const { preset, inference } = plan;
  const label = labelIn(measure, preset.settings);
  const key = { run: run.name, baseline: baseline.name, measure: label };
  const [a, b] = [run, baseline].map(({ name }) => columns.estimate(`${name} ${measure.text}`));
  if (a === undefined || b === undefined) throw new RangeError("A difference needs two runs.");
  if ("code" in a) return { ...key, none: a };
  if ("code" in b) return { ...key, none: b };
  const delta = difference(a, b);
  const statistic = statisticOf(delta);
  const p = inference.interval.p(statistic);
  return {
    ...key,
    value: delta.value,
    se: standardError(delta),
    interval: intervalBy(inference.interval, statistic, inference.confidence),
    p,
    adjustedP: p,
    lift: lift(a, b, inference.interval, inference.confidence),
    ...sidesOf(run.values.get(measure.text), baseline.values.get(measure.text)),
  };
}

function sidesOf(
  run: UserValues | undefined,
  baseline: UserValues | undefined,
): { readonly better: number; readonly worse: number; readonly same: number } {
  let [better, worse, same] = [0, 0, 0];
  run?.values.forEach((value, user) => {
    const other = baseline?.values[user] ?? Number.NaN;
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
