import { tQuantile } from "../numeric/student-t-quantile.js";
import { sum } from "../numeric/sum.js";
import type { Comparison } from "./comparison.js";
import { establishedLevel } from "./decision-of.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife } from "./jackknife.js";
import { ownCurve } from "./log-curve.js";
import { type MissingViews, missingByWeight, missingViews, type Support } from "./missing-views.js";
import { once } from "./once.js";
import { type LogTables, logTotals, type PolicyTables, slotViews } from "./tables.js";
import { viewsOf } from "./view-sums.js";

/** The candidate's missing views on the comparison's feed, as a whole and slot by slot. */
export const supportOf = (
  comparison: Comparison,
  policy: PolicyTables = comparison.policy,
): Support => foundOnce(comparison, policy);

const foundOnce = once(foundIn);

function foundIn(comparison: Comparison, policy: PolicyTables): Support {
  const { log } = comparison;
  const groups = log.trajectories.length;
  const { weight, ...placed } = policy.cells;
  const found = (without?: number): MissingViews => {
    const { n } = logTotals(log, without);
    const rows = totalOf(policy.rows, without).rows;
    if (weight !== undefined)
      return missingByWeight(weight, rows, n, viewsOf(comparison, policy, without));
    const expected = expectedViews(log, policy, n, without);
    return missingViews(ownCurve(comparison, without), placed, rows, n, expected);
  };
  const all = Array.from({ length: groups }, (_, group) => found(group));
  const whole = found();
  const of = (read: (views: MissingViews) => number): JackknifeEstimate =>
    jackknife(groups, (without) => read(without === undefined ? whole : (all[without] ?? whole)));
  const missing = of((views) => views.missing);
  const level = establishedLevel(comparison);
  const slots = whole.bySlot.length;
  const bySlot = Array.from({ length: slots }, (_, slot) => of((views) => views.bySlot[slot] ?? 0));
  const seenSlots = bySlot.flatMap((part, slot) =>
    isSeen(part, level / slots, whole.open[slot]) ? [{ ...part, slot }] : [],
  );
  const { n } = logTotals(log);
  const viewsPerTrajectory = viewsOf(comparison, policy);
  const expected = weight === undefined ? expectedViews(log, policy, n) : [viewsPerTrajectory];
  const open = sum(whole.open);
  const readSeen = (views: MissingViews): number =>
    isSeen(missing, level, open)
      ? views.missing
      : seenSlots.reduce((part, { slot }) => part + (views.bySlot[slot] ?? 0), 0);
  const together = of(readSeen);
  const isThere = together.value > 1e-9 * viewsPerTrajectory;
  const [seen, seenSe] = isThere ? [together.value, together.se] : [0, 0];
  const seenOf = (without?: number): number =>
    isThere ? readSeen(without === undefined ? whole : (all[without] ?? whole)) : 0;
  const slot = worstSlot(whole.filled, expected);
  const filled = (whole.filled[slot] ?? 0) / (expected[slot] ?? 1);
  const { share } = whole;
  return { missing, share, seen, seenSe, seenOf, slot: slot + 1, filled, viewsPerTrajectory, open };
}

/** V_s: views at slot s under a policy, a trajectory. */
const expectedViews = (
  log: LogTables,
  policy: PolicyTables,
  n: number,
  without?: number,
): Float64Array => slotViews(log, policy, without).map((count) => count / n);

const isSeen = ({ value, se, df }: JackknifeEstimate, level: number, open = 0): boolean =>
  value > 0 && df > 0 && value - open > (se === 0 ? 0 : tQuantile(1 - level / 2, df) * se);

function worstSlot(filled: ArrayLike<number>, expected: ArrayLike<number>): number {
  let worst = 0;
  let lack = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < expected.length; slot++) {
    if (expected[slot] === 0) continue;
    const missing = (expected[slot] ?? 0) - (filled[slot] ?? 0);
    if (missing > lack) [worst, lack] = [slot, missing];
  }
  return worst;
}
