import type { AddedViews, ViewSums } from "../estimators/estimator.js";
import { sum } from "../numeric/sum.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { totalOf } from "./grouped-sums.js";
import { once } from "./once.js";
import { differenceUnder } from "./pairs-of-ranks.js";
import { logTotals, type PolicyTables, slotViews, tableOf } from "./tables.js";

/**
 * The sums of the logging policy's own views, of all groups or without one. Rewards are added up over the
 * candidate's cells, in an order of their own: each candidate keeps its sum, whatever others a study names.
 */
export const loggedSums = ({ policy, log, reward }: ComparisonTables, without?: number): ViewSums =>
  loggedSumsOf(policy, log, reward, without);

const loggedSumsOf = once(
  (
    { rewards }: PolicyTables,
    log: ComparisonTables["log"],
    reward: string,
    without?: number,
  ): ViewSums => {
    const { n, views } = logTotals(log, without);
    const all = sum(views.views) / n;
    const earned = sum(totalOf(tableOf(rewards, reward), without).sum) / n;
    return { reward: earned, weight: all, views: all };
  },
);

/** Views a trajectory that a policy is taken to have: as the study declares, else as many as the log's. */
export function viewsOf(
  comparison: ComparisonTables,
  policy: PolicyTables,
  without?: number,
): number {
  const { n } = logTotals(comparison.log, without);
  if (policy.shown !== undefined) return sum(slotViews(comparison.log, policy, without)) / n;
  if (policy.views === undefined) return loggedSums(comparison, without).views;
  const { total, per } = totalOf(policy.views, without);
  return (total[0] ?? 0) / (per[0] ?? 1);
}

/** A policy's sums under a curve, of all groups or without one. */
export function viewSums(
  comparison: ComparisonTables,
  policy: PolicyTables,
  curve: ArrayLike<number>,
  without?: number,
): ViewSums {
  const { log, reward } = comparison;
  const movedOf = curve === comparison.curve ? movedUnderStudys : movedUnder;
  const sums = shifted(
    loggedSums(comparison, without),
    movedOf(policy, log, reward, curve, without),
  );
  return { ...sums, views: viewsOf(comparison, policy, without) };
}

function movedUnder(
  { cells, rows, rewards }: PolicyTables,
  log: ComparisonTables["log"],
  reward: string,
  curve: ArrayLike<number>,
  without?: number,
): Pick<ViewSums, "reward" | "weight"> {
  const { n } = logTotals(log, without);
  const { sum: earned } = totalOf(tableOf(rewards, reward), without);
  return {
    reward: differenceUnder(curve, cells, earned, n),
    weight: differenceUnder(curve, cells, totalOf(rows, without).rows, n),
  };
}

/** Every check of a log is held against the study's curve: other curves are looked at once. */
const movedUnderStudys = once(movedUnder);

/** Sums that a check changes. */
export const shifted = (sums: ViewSums, by: Partial<ViewSums>): ViewSums => ({
  reward: sums.reward + (by.reward ?? 0),
  weight: sums.weight + (by.weight ?? 0),
  views: sums.views + (by.views ?? 0),
});

const nothing: AddedViews = { views: 0, reward: 0 };

/** What the baseline earns by the deciding estimator under the study's curve. */
export const valueOfBase = (comparison: ComparisonTables): number =>
  valueWith(comparison, comparison.base, () => 0);

/** The candidate, and a baseline that is not the logging policy. */
export const policiesOf = ({ policy, base }: ComparisonTables): readonly PolicyTables[] =>
  base === undefined ? [policy] : [policy, base];

/** What a check adds to what a policy earns a trajectory; undefined is the logging policy. */
export type Gain = (policy: PolicyTables | undefined, without?: number) => number;

/** The value of a policy under the study's curve with what a check adds. */
export function valueWith(
  comparison: ComparisonTables,
  policy: PolicyTables | undefined,
  gain: Gain,
  without?: number,
): number {
  const sums =
    policy === undefined
      ? loggedSums(comparison, without)
      : viewSums(comparison, policy, comparison.curve, without);
  return comparison.worth(shifted(sums, { reward: gain(policy, without) }), nothing);
}

/** The candidate's value less the baseline's, by the deciding estimator, of sums that a check gives. */
export function differenceOf(
  comparison: ComparisonTables,
  of: (policy: PolicyTables) => ViewSums,
  without?: number,
  addedTo: (policy: PolicyTables) => AddedViews = () => nothing,
): number {
  const own = comparison.worth(of(comparison.policy), addedTo(comparison.policy));
  const { base } = comparison;
  if (base === undefined) return own - comparison.worth(loggedSums(comparison, without), nothing);
  return own - comparison.worth(of(base), addedTo(base));
}

/** The comparison's difference under a curve, of all groups or without one. */
export const comparisonUnder = (
  comparison: ComparisonTables,
  curve: ArrayLike<number>,
  without?: number,
): number =>
  differenceOf(comparison, (policy) => viewSums(comparison, policy, curve, without), without);

/** What views that the log lacks change in a policy's value: `none` if they earn nothing, and `one` for each unit of reward. */
export function shiftOfMissing(
  comparison: ComparisonTables,
  policy: PolicyTables,
  views: number,
  without?: number,
): { readonly none: number; readonly one: number } {
  const sums = viewSums(comparison, policy, comparison.curve, without);
  const asLogged = comparison.worth(sums, nothing);
  // A value is linear in all rewards: without those of the log none of its digits are lost.
  const alone = { ...sums, reward: 0 };
  return {
    none: comparison.worth(sums, { views, reward: 0 }) - asLogged,
    one:
      comparison.worth(alone, { views, reward: 1 }) - comparison.worth(alone, { views, reward: 0 }),
  };
}

/** How the value of a policy, the logging one by default, moves with its reward a trajectory. */
export function slopeOf(comparison: ComparisonTables, policy?: PolicyTables): number {
  const sums =
    policy === undefined ? loggedSums(comparison) : viewSums(comparison, policy, comparison.curve);
  const at = (reward: number): number => comparison.worth({ ...sums, reward }, nothing);
  return at(1) - at(0);
}
