import { isReason } from "../errors.js";
import type { Component, LogView, PolicyView } from "../estimators/estimator.js";
import { everyRow } from "../estimators/parts.js";
import { weight } from "../estimators/weight.js";
import { type Expression, times } from "../sql/index.js";

/** The sums of a policy's weights that diagnostics share. */
export interface WeightSums {
  readonly sum: Component;
  readonly squares: Component;
  readonly largest: Component;
}

/** Sums of a policy's weights, or undefined where it has none or they are 1 by definition. */
export function weightSums(log: LogView, policy: PolicyView): WeightSums | undefined {
  const ofLog = known.get(log) ?? new WeakMap<PolicyView, WeightSums | undefined>();
  known.set(log, ofLog);
  if (!ofLog.has(policy)) ofLog.set(policy, sumsOf(log, policy));
  return ofLog.get(policy);
}

/** Components are made once: many diagnostics ask for them in every feed, and each new one is hashed. */
const known = new WeakMap<LogView, WeakMap<PolicyView, WeightSums | undefined>>();

function sumsOf(log: LogView, policy: PolicyView): WeightSums | undefined {
  if (policy.isLogged) return undefined;
  const w = weight(log, policy);
  if (isReason(w)) return undefined;
  return {
    sum: everyRow(w),
    squares: { over: "rows", value: times(w, w), totalOnly: true },
    largest: largestOf(w),
  };
}

const largestOf = (value: Expression): Component => ({
  over: "rows",
  value,
  combine: "max",
  totalOnly: true,
});

/** The components of weight sums, as a list. */
export const weightComponents = (
  log: LogView,
  policy: PolicyView,
  pick: (sums: WeightSums) => readonly Component[],
): readonly Component[] => {
  const sums = weightSums(log, policy);
  return sums === undefined ? [] : pick(sums);
};
