import type { ViewSums } from "../../estimators/estimator.js";
import { square } from "../../numeric/elementary/square.js";
import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { jackknife } from "../jackknife.js";
import { once } from "../once.js";
import { logTotals, type PolicyTables, tableOf } from "../tables.js";
import { shifted, viewSums } from "../view-sums.js";
import {
  type CalibrationTest,
  calibrationTest,
  type ExposureBin,
  isOpen,
  itemsByViews,
  poolsOf,
  varianceOf,
} from "./view-rates.js";

type Exposures = NonNullable<Comparison["log"]["exposures"]>;

const plainSums = (comparison: Comparison, policy: PolicyTables, without?: number): ViewSums =>
  viewSums(comparison, policy, comparison.curve, without);

/** A policy's sums with weights that add up to its views: those of all its rows by one factor. */
export function scaledToViews(
  comparison: Comparison,
  policy: PolicyTables,
  without?: number,
): ViewSums {
  const sums = plainSums(comparison, policy, without);
  const { reward, weight, views } = sums;
  return weight > 0 ? { reward: (reward * views) / weight, weight: views, views } : sums;
}

/** A policy's sums with exposures that match the views: ε0 by the view rate of its bin, Σ views/Σ ε0. */
export function calibratedByBins(
  comparison: Comparison,
  policy: PolicyTables,
  without?: number,
): ViewSums {
  const sums = plainSums(comparison, policy, without);
  const { exposures } = comparison.log;
  const { byExposure } = policy;
  if (exposures === undefined || byExposure === undefined) return sums;
  const { n } = logTotals(comparison.log, without);
  const rates = ratesOf(exposures, without);
  const added = (values: Float64Array): number =>
    values.reduce((sum, value, bin) => sum + value * (1 / (rates[bin] ?? 1) - 1), 0) / n;
  return shifted(sums, {
    reward: added(totalOf(tableOf(byExposure.rewards, comparison.reward), without).sum),
    weight: added(totalOf(byExposure.weight, without).sum),
  });
}

/** Views over what the logged exposures let expect, of each bin by its pool; 1 where nothing was viewed. */
const ratesOf = once((exposures: Exposures, without?: number): Float64Array => {
  const pools = pooled(exposures, without);
  return Float64Array.from(poolsOfBins(exposures), (pool) => {
    const { expected = 0, observed = 0 } = pools[pool] ?? {};
    return expected > 0 && observed > 0 ? observed / expected : 1;
  });
});

/** Pools are those of the whole log, whatever group is left out. */
const poolsOfBins = once((exposures: Exposures) => poolsOf(totalOf(exposures).exposure));

function pooled(exposures: Exposures, without?: number): readonly ExposureBin[] {
  const { rows, exposure, viewed } = totalOf(exposures, without);
  const found: { n: number; expected: number; observed: number }[] = [];
  for (const [bin, pool] of poolsOfBins(exposures).entries()) {
    const own = found[pool] ?? { n: 0, expected: 0, observed: 0 };
    found[pool] = own;
    own.n += rows[bin] ?? 0;
    own.expected += exposure[bin] ?? 0;
    own.observed += viewed[bin] ?? 0;
  }
  return found;
}

/** How well a log's views match its exposures, and the pool that matches worst. */
export interface Match {
  readonly test: CalibrationTest;
  readonly worst: ExposureBin;
  /** Offered items, and how many the views speak for: Σ 1/ε0 of those viewed. */
  readonly items: { readonly offered: number; readonly byViews: number };
}

/**
 * Views against logged exposures by pool. Views of one session are not independent: the design effect is the
 * mean over pools of the variance by groups of users over that of independent views.
 */
export const matchOf: (exposures: Exposures) => Match = once((exposures) => {
  const groups = exposures.groups.length;
  const bins = pooled(exposures).map((bin, pool) => {
    const excess = (without?: number): number => {
      const { observed = 0, expected = 0, n = 1 } = pooled(exposures, without)[pool] ?? {};
      return (observed - expected) / n;
    };
    const { t, se } = jackknife(groups, excess);
    return { bin, t, design: square(se * bin.n) / varianceOf(bin) };
  });
  const open = bins.filter(({ bin }) => isOpen(bin));
  const design = open.reduce((sum, each) => sum + each.design, 0) / open.length;
  const [first, ...others] = bins;
  const worst = others.reduce(
    (most, other) => (Math.abs(other.t) > Math.abs(most?.t ?? 0) ? other : most),
    first,
  );
  const test = calibrationTest(
    bins.map(({ bin }) => bin),
    design > 0 ? design : 1,
  );
  const all = bins.map(({ bin }) => bin);
  const items = { offered: all.reduce((sum, { n }) => sum + n, 0), byViews: itemsByViews(all) };
  return { test, items, worst: worst?.bin ?? { n: 0, expected: 0, observed: 0 } };
});
