import { findEstimator } from "../../src/estimators/index.js";
import { label } from "../../src/evaluate/ask/label.js";
import type { EstimateRow, Result } from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { tTwoSidedP } from "../../src/numeric/student-t.js";
import { tQuantile } from "../../src/numeric/student-t-quantile.js";
import type { Predictions } from "./study.js";
import { earnedUnderTrust, type Policy, truthOf, viewsOfList } from "./truth.js";

/** What replicates of one line come to. */
export interface Count {
  readonly truth: number;
  readonly values: number[];
  readonly variances: number[];
  /** The level at which each interval just touches the truth. */
  readonly touches: number[];
  held: number;
  /** Intervals that lie below the truth. */
  below: number;
}

/** By estimator, what it answers ("drawn", "drawn − logged") and estimand. */
export type Counts = Map<string, Count>;

const counted: readonly string[] = ["drawn", "ranked"];

/** Adds the replicates of a result, one a day. Fitted predictions are right in the limit, so that all estimate the reward. */
export function countIn(
  counts: Counts,
  { estimates, differences }: Result,
  predictions: Predictions = "given",
): void {
  const truthIn = (row: Line): number => {
    if (predictions === "trust") return perView(earnedUnderTrust(row.policy as Policy), row);
    return truth(predictions === "given" ? row : { ...row, estimator: "ips", parameters: {} });
  };
  for (const row of estimates.map(restoreNumbers)) {
    // Tables of trust are by rank, which what is drawn by chance has none of.
    if (predictions === "trust" && row.policy === "drawn") continue;
    const isShown = counted.includes(row.policy) || row.estimator === "mean";
    if (isShown && row.day !== null && !("none" in row)) {
      add(counts, [named(row), row.policy, row.estimand], row, () => truthIn(row));
    }
  }
  for (const row of predictions === "trust" ? [] : differences.map(restoreNumbers)) {
    if (!counted.includes(row.policy) || row.day === null || "none" in row) continue;
    if (!isReward(row)) continue;
    const gain = (): number => truthIn(row) - truthIn({ ...row, policy: "logged" });
    add(counts, [named(row), `${row.policy} − logged`, row.estimand], row, gain);
  }
}

const named = ({ estimator, parameters }: Line): string => label({ name: estimator, parameters });

/** Whether its difference is that of two rewards. */
const isReward = ({ estimator, parameters }: Line): boolean =>
  findEstimator(estimator)?.role(parameters) === "reward";

type Line = Pick<EstimateRow, "policy" | "estimator" | "parameters" | "estimand">;

function truth({ policy, estimator, parameters, estimand }: Line): number {
  return perView(truthOf(policy as Policy, estimator, parameters), { estimand });
}

const perView = (perTrajectory: number, { estimand }: Pick<Line, "estimand">): number =>
  estimand === "perTrajectory" ? perTrajectory : perTrajectory / viewsOfList;

interface Answer {
  readonly value: number;
  readonly se: number;
  readonly interval: readonly [number, number];
  readonly df?: number;
}

function add(counts: Counts, key: readonly string[], answer: Answer, truthIs: () => number): void {
  const mark = JSON.stringify(key);
  const own = counts.get(mark) ?? {
    truth: truthIs(),
    values: [],
    variances: [],
    touches: [],
    held: 0,
    below: 0,
  };
  counts.set(mark, own);
  const { truth } = own;
  const [lo, hi] = answer.interval;
  own.values.push(answer.value);
  own.variances.push(answer.se ** 2);
  own.touches.push(touchOf(answer, truth));
  if (lo <= truth && truth <= hi) own.held += 1;
  else if (hi < truth) own.below += 1;
}

/** Intervals of rows are those of Student's t, whose degrees of freedom a row of an estimate does not tell. */
function touchOf({ value, se, interval, df }: Answer, truth: number): number {
  if (se === 0) return value === truth ? 0 : 1;
  const margin = interval[1] - value;
  return 1 - tTwoSidedP((value - truth) / se, df ?? degreesOf(margin / se));
}

/** The degrees of freedom of a .975 quantile, by halving of 1/df. */
function degreesOf(quantile: number): number {
  let [low, high] = [1e-9, 1];
  for (let i = 0; i < 45; i++) {
    const middle = (low + high) / 2;
    if (tQuantile(0.975, 1 / middle) < quantile) low = middle;
    else high = middle;
  }
  return 2 / (low + high);
}
