import { isReason, type Reason } from "../errors.js";
import type {
  Component,
  CurveView,
  Functional,
  LogView,
  PolicyView,
} from "../estimators/estimator.js";
import type { PointEstimate } from "../inference/delta.js";
import { defaultAdjustment, defaultInterval, type Inference } from "../inference/inference.js";
import { canonical } from "../log/canonical.js";
import { LOGGED } from "../log/log-spec.js";
import { exp } from "../numeric/elementary/exp.js";
import { createRandom } from "../random/create-random.js";
import type { Random } from "../random/random.js";
import { columnsOf } from "../sql/columns.js";
import { compile } from "../sql/compile.js";
import { divide, double, times } from "../sql/expression.js";
import type {
  AnsweredRow,
  DecidingComparison,
  OnlineRow,
  PolicyScope,
  ResultScope,
} from "./diagnostic.js";

export const worlds =
  "The worlds are in diagnostics/law-worlds.ts: a policy by rank and exposure, with rows that it does not show, over 20, 150 and 1500 rows; and results on 5, 60 and 400 clusters, even and uneven, with online values for candidate";

const inference: Inference = {
  confidence: 0.95,
  interval: defaultInterval,
  adjustment: defaultAdjustment,
};

export const candidate: PolicyView = {
  name: "candidate",
  isLogged: false,
  rank: canonical.targetRank(0),
  exposure: canonical.targetExposure(0),
};

const flat: CurveView = {
  at: () => double(1),
  inverseAt: () => double(1),
  nthLargest: (i) => divide(double(1), i),
  nthSmallest: () => double(0),
};

const log: LogView = {
  rank: canonical.rank,
  exposure: canonical.loggedExposure,
  curve: undefined,
  log2: flat,
  listLength: undefined,
  deepest: { view: 5 },
  weighing: [{ name: "other", ownWeight: () => times(canonical.loggedExposure, double(3)) }],
};

/**
 * Logs of few and many rows, whose target exposures are as logged, spread, or heavy at one row. Where they
 * are spread, the policy leaves out rows: their target rank is NULL and their exposure 0.
 */
export function policyScopes(policy: PolicyView): readonly PolicyScope[] {
  return [20, 150, 1500].flatMap((rows) =>
    [0, 0.5, 3].map((spread) => {
      const random = createRandom(`laws of diagnostics ${rows} ${spread}`);
      return policyScope(policy, rowsOf(random, rows, spread));
    }),
  );
}

type Cells = Readonly<Record<string, number>>;

function rowsOf(random: Random, rows: number, spread: number): readonly Cells[] {
  return Array.from({ length: rows }, (_, row) => {
    const logged = (1 + random.integer(8)) / 8;
    const target = logged * exp(spread * random.normal());
    const isShown = row % 4 >= spread;
    return {
      [canonical.rank.name]: 1 + random.integer(5),
      [canonical.loggedExposure.name]: logged,
      [canonical.targetExposure(0).name]: isShown ? target : 0,
      ...(isShown ? { [canonical.targetRank(0).name]: 1 + (row % 5) } : {}),
    };
  });
}

function policyScope(policy: PolicyView, rows: readonly Cells[]): PolicyScope {
  const valuesOf = ({ value }: Component): readonly number[] => {
    const columns = [...columnsOf(value)];
    const valueAt = compile(value, columns);
    return rows.map((row) => valueAt(columns.map((name) => row[name] ?? null)) ?? 0);
  };
  return {
    policy,
    log,
    feed: null,
    inference,
    isExamined: false,
    total: (component) => valuesOf(component).reduce((a, b) => a + b, 0),
    largest: (component) => valuesOf(component).reduce((a, b) => Math.max(a, b), 0),
    answer: (components, plugIn) => answerOf(components.map(valuesOf), plugIn),
  };
}

/** The delta method where every row is a trajectory and a cluster. */
function answerOf(
  columns: readonly (readonly number[])[],
  plugIn: Functional,
): PointEstimate | Reason {
  const n = columns[0]?.length ?? 0;
  const means = columns.map((values) => values.reduce((a, b) => a + b, 0) / n);
  const result = plugIn(means);
  if (isReason(result)) return result;
  const factor = Math.sqrt(n / (n - 1)) / n;
  const influence = Float64Array.from({ length: n }, (_, b) =>
    result.gradient.reduce(
      (sum, slope, k) => sum + factor * slope * ((columns[k]?.[b] ?? 0) - (means[k] ?? 0)),
      0,
    ),
  );
  return estimate(result.value, influence, n);
}

const estimate = (value: number, influence: Float64Array, n: number): PointEstimate => ({
  value,
  influence,
  n,
  buckets: influence.length,
  fewestBuckets: influence.length,
  means: [value],
  gradient: [1],
  replicates: { buckets: influence.length, curveLinear: false, at: () => value },
  rounding: 0,
});

/** Results on few and many clusters, with even and uneven influences, agreeing with real rewards or not. */
export function resultScopes(): readonly ResultScope[] {
  return [5, 60, 400].flatMap((clusters) =>
    [1, 8, 60].flatMap((first) =>
      [0, 0.4, 5].map((off, at) => resultScope(clusters, first, off, at / 3 + 0.1)),
    ),
  );
}

function resultScope(clusters: number, first: number, off: number, skipped: number): ResultScope {
  const influence = Float64Array.from(
    { length: clusters },
    (_, b) => (b === 0 ? first : 1) / (100 * clusters),
  );
  const n = 10 * clusters;
  const row = (policy: string, metric: AnsweredRow["metric"], value: number): AnsweredRow => ({
    policy,
    estimator: metric === "gain" ? "gain" : "normalised",
    metric,
    label: String(metric),
    reward: "reward",
    feed: null,
    answer: estimate(value, influence, n),
    usable: metric === "gain" ? null : Math.round(n * (1 - skipped)),
    isReward: metric === "gain",
    assumptions: ["views as by the curve"],
    mayDecide: metric === "gain",
  });
  // Another estimator of the candidate's reward, by other users' shares.
  const other: AnsweredRow = {
    ...row("candidate", "gain", 1),
    estimator: "other",
    metric: undefined,
    label: "other",
    mayDecide: false,
    answer: estimate(1 + off, influence.toReversed(), n),
  };
  const online: OnlineRow = { policy: "candidate", reward: "reward", value: 1 + off, se: 0.1 };
  const comparison: DecidingComparison = {
    ...{ policy: "candidate", reward: "reward", base: { value: 0.9, se: 0.01 } },
    ...{ level: 0.05, better: "higher", margin: undefined },
    lift: { value: 0.1, interval: [0, 0.2] },
  };
  return {
    feed: null,
    baseline: LOGGED,
    inference,
    online: [online],
    estimates: [
      row(LOGGED, "gain", 0.9),
      row("candidate", "gain", 1),
      row(LOGGED, "normalisedGain", 0.6 + off),
      row("candidate", "normalisedGain", 0.5 + 2 * off),
      other,
    ],
    differences: [row("candidate", "gain", 0.1)],
    comparisons: [comparison],
  };
}
