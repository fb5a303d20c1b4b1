import { InternalError } from "../errors.js";
import type { Alternative } from "./danger.js";
import { totalOf } from "./grouped-sums.js";
import { type Jackknifed, jackknife } from "./jackknife.js";
import { callOf, establishedLevel, intervalOf, type Line, trigger } from "./line.js";
import { measuredCurve } from "./measured-curve.js";
import { once } from "./once.js";
import { differenceUnder } from "./pairs-of-ranks.js";
import { logTotals, type PolicyTables } from "./tables.js";

/** The log's own curve, of all groups or without one; thin ranks take the steps of the study's curve. */
export function ownCurve(line: Pick<Line, "log" | "curve">, without?: number): Float64Array {
  const { n, views, depths } = logTotals(line.log, without);
  const cut = sum(depths.cut);
  if (cut > cutShare * n) return viewRates(line, without);
  const own = { n, views: views.views, continuable: views.continuable };
  return measuredCurve(own, (rank) => line.curve[rank - 1] ?? 0);
}

/** Flagged cuts above this share of the trajectories: views are compared with lists, not with what remained. */
export const cutShare = 0.01;

/** n_r/n: the observed view rate, which takes all lists for equally long. */
function viewRates({ log }: Pick<Line, "log">, without?: number): Float64Array {
  const { n, views } = logTotals(log, without);
  return Float64Array.from(views.views, (count) => count / n);
}

/** Σc of the line's reward by cell of a policy's table. */
export function rewardsOf(
  { reward }: Pick<Line, "reward">,
  policy: PolicyTables,
  without?: number,
): Float64Array {
  return totalOf(tableOf(policy.rewards, reward), without).sum;
}

/** A table by the name of its reward. */
export function tableOf<T>(tables: Readonly<Record<string, T>>, reward: string): T {
  const table = tables[reward];
  if (table === undefined) throw new InternalError(`Expected a table of the reward "${reward}".`);
  return table;
}

/** Candidate less baseline of what is relative to the logging policy, which itself counts 0. */
export const againstBase = (
  { policy, base }: Pick<Line, "policy" | "base">,
  of: (policy: PolicyTables) => number,
): number => of(policy) - (base === undefined ? 0 : of(base));

/** The line's difference under a curve, of all groups or without one. */
export function lineUnder(line: Line, curve: ArrayLike<number>, without?: number): number {
  const { n } = logTotals(line.log, without);
  return againstBase(line, (policy) =>
    differenceUnder(curve, policy.cells, rewardsOf(line, policy, without), n),
  );
}

export interface Shifted {
  /** The re-estimate of the line's difference. */
  readonly alternative: Alternative;
  readonly shift: Jackknifed;
  readonly triggered: boolean;
  readonly established: boolean;
  readonly survives: boolean;
}

/**
 * The line's difference plus what another statistic of the same tables shifts it by. The error of the sum is
 * SE* · SEjack(alternative)/SEjack(difference), so that the noise of the two jackknives cancels.
 */
export function shiftedBy(
  line: Line,
  alternative: (without: number | undefined) => number,
  test?: Jackknifed,
): Shifted {
  const groups = line.log.trajectories.length;
  const plain = once(line, "difference", () =>
    kept((without) => lineUnder(line, line.curve, without)),
  );
  const found = kept(alternative);
  const base = jackknife(groups, plain);
  const other = jackknife(groups, found);
  const shift = jackknife(groups, (without) => found(without) - plain(without));
  const difference = line.difference + shift.value;
  const se = base.df < 1 ? line.se : errorOf(line, base, other, shift);
  const sign = test ?? shift;
  const triggered = Math.abs(sign.t) > trigger || (test === undefined && shift.se > base.se / 2);
  const call = callOf(line, line.difference, line.se);
  return {
    alternative: { difference, se, interval: intervalOf(line, difference, se) },
    shift,
    triggered,
    established: sign.p < establishedLevel(line),
    survives: call === 0 || callOf(line, difference, se) === call,
  };
}

type Statistic = (without: number | undefined) => number;

/** The statistic, computed once for each group that is left out. */
function kept(statistic: Statistic): Statistic {
  const known = new Map<number | undefined, number>();
  return (without) => {
    const value = known.get(without) ?? statistic(without);
    known.set(without, value);
    return value;
  };
}

const errorOf = (line: Line, base: Jackknifed, other: Jackknifed, shift: Jackknifed): number =>
  base.se > 0 ? (line.se * other.se) / base.se : Math.hypot(line.se, shift.se);

/** A number as JSON keeps it: null where it is not finite. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export const sum = (values: ArrayLike<number>): number => {
  let total = 0;
  for (let at = 0; at < values.length; at++) total += values[at] ?? 0;
  return total;
};
