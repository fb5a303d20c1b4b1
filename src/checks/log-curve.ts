import { sum } from "../numeric/sum.js";
import { ranksApart } from "../tally/comparisons/rank-bins.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { atRiskBefore, rateOfBin, slotsOfBin } from "./deep-ranks.js";
import { totalOf } from "./grouped-sums.js";
import { measuredCurve, thinMeasuredCurve } from "./measured-curve.js";
import { once } from "./once.js";
import { logTotals } from "./tables.js";

/**
 * The log's own curve, of all groups or without one, by bin beyond rank 512; thin ranks take the steps of the study's curve, and so
 * do all of a log that does not tell viewed rows from others.
 */
export const ownCurve = (
  { log, curve, rows }: Pick<ComparisonTables, "log" | "curve" | "rows">,
  without?: number,
): Float64Array => ownCurveOf(log, curve, rows, without);

const ownCurveOf = once(computeOwnCurve);

function computeOwnCurve(
  log: ComparisonTables["log"],
  given: ComparisonTables["curve"],
  countedAs: ComparisonTables["rows"],
  without?: number,
): Float64Array {
  if (countedAs === "offered") return Float64Array.from(given);
  const { n, views, depths } = logTotals(log, without);
  const cut = sum(depths.cut);
  if (cut > cutShare * n) return viewRates(log, without);
  const own = { n, views: views.views, continuable: views.continuable };
  const curve = measuredCurve(own, (rank) => given[rank - 1] ?? 0);
  for (let bin = ranksApart + 1; bin <= curve.length; bin++) curve[bin - 1] = deepRate(bin);
  return curve;

  function deepRate(bin: number): number {
    if (atRiskBefore(log, bin, without) >= thinMeasuredCurve) return rateOfBin(log, bin, without);
    const [before = 0, own = 0] = [given[bin - 2], given[bin - 1]];
    return before > 0 ? ((curve[bin - 2] ?? 0) * own) / before : 0;
  }
}

/** Flagged cuts above this share of the trajectories: views are compared with lists, not with what remained. */
export const cutShare = 0.01;

/** The observed view rate: n_r over the trajectories whose list holds rank r, of all of them where lengths are unknown. */
function viewRates(log: ComparisonTables["log"], without?: number): Float64Array {
  const { n, views } = logTotals(log, without);
  const lists = log.lists && totalOf(log.lists, without).trajectories;
  let shorter = 0;
  return Float64Array.from(views.views, (count, at) => {
    const holding = (n - shorter) * slotsOfBin(log, at + 1);
    shorter += lists?.[at] ?? 0;
    return holding > 0 ? count / holding : 0;
  });
}
