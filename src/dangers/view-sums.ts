import type { AddedViews, ViewSums } from "../estimators/estimator.js";
import { totalOf } from "./grouped-sums.js";
import type { Line, LineTables } from "./line.js";
import { once } from "./once.js";
import { differenceUnder } from "./pairs-of-ranks.js";
import { sum, tableOf } from "./reading.js";
import { logTotals, type PolicyTables, slotViews } from "./tables.js";

/**
 * The sums of the logging policy's own views, of all groups or without one. Rewards are added up over the
 * candidate's cells, in an order of their own: each candidate keeps its sum, whatever others a study names.
 */
export const loggedSums = (line: LineTables, without?: number): ViewSums =>
  once(line.policy, `sums of views with ${line.reward} ${without}`, () => {
    const { n, views } = logTotals(line.log, without);
    const all = sum(views.views) / n;
    const { rewards } = line.policy;
    const earned = sum(totalOf(tableOf(rewards, line.reward), without).sum) / n;
    return { reward: earned, weight: all, views: all };
  });

/** Views a trajectory that a policy is taken to have: as the study declares, else as many as the log's. */
export function viewsOf(line: LineTables, policy: PolicyTables, without?: number): number {
  const { n } = logTotals(line.log, without);
  if (policy.shown !== undefined) return sum(slotViews(line.log, policy, without)) / n;
  if (policy.views === undefined) return loggedSums(line, without).views;
  const { total, per } = totalOf(policy.views, without);
  return (total[0] ?? 0) / (per[0] ?? 1);
}

/** A policy's sums under a curve, of all groups or without one. */
export function viewSums(
  line: LineTables,
  policy: PolicyTables,
  curve: ArrayLike<number>,
  without?: number,
): ViewSums {
  const { cells, rows, rewards } = policy;
  const { n } = logTotals(line.log, without);
  const reward = differenceUnder(
    curve,
    cells,
    totalOf(tableOf(rewards, line.reward), without).sum,
    n,
  );
  const weight = differenceUnder(curve, cells, totalOf(rows, without).rows, n);
  const sums = shifted(loggedSums(line, without), { reward, weight });
  return { ...sums, views: viewsOf(line, policy, without) };
}

/** Sums that a reading of the log changes. */
export const shifted = (sums: ViewSums, by: Partial<ViewSums>): ViewSums => ({
  reward: sums.reward + (by.reward ?? 0),
  weight: sums.weight + (by.weight ?? 0),
  views: sums.views + (by.views ?? 0),
});

const nothing: AddedViews = { views: 0, reward: 0 };

/** What the baseline earns by the deciding estimator under the study's curve. */
export const valueOfBase = (line: LineTables): number => valueWith(line, line.base, () => 0);

/** The candidate, and a baseline that is not the logging policy. */
export const policiesOf = ({ policy, base }: LineTables): readonly PolicyTables[] =>
  base === undefined ? [policy] : [policy, base];

/** What a reading adds to what a policy earns a trajectory; undefined is the logging policy. */
export type Gain = (policy: PolicyTables | undefined, without?: number) => number;

/** The value of a policy under the study's curve with what a reading adds. */
export function valueWith(
  line: LineTables,
  policy: PolicyTables | undefined,
  gain: Gain,
  without?: number,
): number {
  const sums =
    policy === undefined ? loggedSums(line, without) : viewSums(line, policy, line.curve, without);
  return line.worth(shifted(sums, { reward: gain(policy, without) }), nothing);
}

/** The candidate's value less the baseline's, by the deciding estimator, of sums that a reading gives. */
export function differenceOf(
  line: LineTables,
  of: (policy: PolicyTables) => ViewSums,
  without?: number,
  addedTo: (policy: PolicyTables) => AddedViews = () => nothing,
): number {
  const own = line.worth(of(line.policy), addedTo(line.policy));
  const { base } = line;
  if (base === undefined) return own - line.worth(loggedSums(line, without), nothing);
  return own - line.worth(of(base), addedTo(base));
}

/**
 * The line's difference where the views that the log has earn otherwise: those that it lacks stay in the denominators of
 * values, as they are in the line's.
 */
export function withRewards(
  line: LineTables & Pick<Line, "missing">,
  of: (policy: PolicyTables) => ViewSums,
  without?: number,
): number {
  const { missing } = line;
  if (missing === undefined) return differenceOf(line, of, without);
  const addedTo = (policy: PolicyTables): AddedViews => {
    const { support } = (policy === line.base ? missing.base : undefined) ?? missing.candidate;
    return { views: support.seenOf(without), reward: 0 };
  };
  const asLogged = (policy: PolicyTables): ViewSums => viewSums(line, policy, line.curve, without);
  const [moved, plain] = [of, asLogged].map((each) => differenceOf(line, each, without, addedTo));
  return lineUnder(line, line.curve, without) + ((moved ?? 0) - (plain ?? 0));
}

/** The line's difference under a curve, of all groups or without one. */
export const lineUnder = (line: LineTables, curve: ArrayLike<number>, without?: number): number =>
  differenceOf(line, (policy) => viewSums(line, policy, curve, without), without);

/** What views that the log lacks change in a policy's value: `none` if they earn nothing, and `one` for each unit of reward. */
export function shiftOfMissing(
  line: LineTables,
  policy: PolicyTables,
  views: number,
  without?: number,
): { readonly none: number; readonly one: number } {
  const sums = viewSums(line, policy, line.curve, without);
  const asLogged = line.worth(sums, nothing);
  // A value is linear in all rewards: without those of the log none of its digits are lost.
  const alone = { ...sums, reward: 0 };
  return {
    none: line.worth(sums, { views, reward: 0 }) - asLogged,
    one: line.worth(alone, { views, reward: 1 }) - line.worth(alone, { views, reward: 0 }),
  };
}

/** How the value of a policy, the logging one by default, moves with its reward a trajectory. */
export function slopeOf(line: LineTables, policy?: PolicyTables): number {
  const sums = policy === undefined ? loggedSums(line) : viewSums(line, policy, line.curve);
  const at = (reward: number): number => line.worth({ ...sums, reward }, nothing);
  return at(1) - at(0);
}
