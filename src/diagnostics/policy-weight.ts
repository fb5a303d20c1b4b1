import { isReason } from "../errors.js";
import type { Component, LogView, PolicyView } from "../estimators/estimator.js";
import { everyRow } from "../estimators/parts.js";
import { weight } from "../estimators/weight.js";
import { type Expression, times } from "../sql/expression.js";

export interface WeightSums {
  readonly sum: Component;
  readonly squares: Component;
  readonly largest: Component;
  /** The largest of the weights before a sampled row stands for others. */
  readonly largestOfView: Component;
}

/** The sums of one kind of weights: those of views ε_t/ε0 (estimator null), or an estimator's own. */
export interface WeightsBy {
  readonly estimator: string | null;
  readonly sums: WeightSums;
}

/** Sums of a policy's weights of views, or undefined where it has none or they are 1 by definition. */
export const weightSums = (log: LogView, policy: PolicyView): WeightSums | undefined =>
  everyWeights(log, policy).find(({ estimator }) => estimator === null)?.sums;

/** Sums of a policy's weights of views, and of those of each estimator that weighs rewards in a way of its own. */
export function everyWeights(log: LogView, policy: PolicyView): readonly WeightsBy[] {
  const ofLog = cache.get(log) ?? new WeakMap<PolicyView, readonly WeightsBy[]>();
  cache.set(log, ofLog);
  const weights = ofLog.get(policy) ?? weightsBy(log, policy);
  ofLog.set(policy, weights);
  return weights;
}

/** Components are made once: many diagnostics ask for them in every feed, and each new one is hashed. */
const cache = new WeakMap<LogView, WeakMap<PolicyView, readonly WeightsBy[]>>();

function weightsBy(log: LogView, policy: PolicyView): readonly WeightsBy[] {
  if (policy.isLogged) return [];
  const views = { estimator: null, w: weight(log, policy) };
  const ownWeights = (log.weighing ?? []).flatMap(({ name, ownWeight }) =>
    ownWeight === undefined ? [] : [{ estimator: name, w: ownWeight(log, policy) }],
  );
  return [views, ...ownWeights].flatMap(({ estimator, w }) =>
    isReason(w) ? [] : [{ estimator, sums: sumsOf(w) }],
  );
}

/** How a sentence names whose weights these are. */
export const weightsOwner = ({ name }: PolicyView, estimator: string | null): string =>
  estimator === null ? name : `${name} by ${estimator}`;

function sumsOf(w: Expression): WeightSums {
  return {
    sum: everyRow(w),
    squares: { over: "rows", value: times(w, w), totalOnly: true, samplingPower: 2 },
    largest: { ...largest, value: w },
    largestOfView: { ...largest, value: w, samplingPower: 0 },
  };
}

const largest = { over: "rows", combine: "max", totalOnly: true } as const;

export const weightComponents = (
  log: LogView,
  policy: PolicyView,
  pick: (sums: WeightSums) => readonly Component[],
): readonly Component[] => everyWeights(log, policy).flatMap(({ sums }) => pick(sums));
