import type { CurveSpec, Fit } from "../../exposure/curve.js";
import { curveOf } from "../../exposure/index.js";
import { hazard, tabulate } from "../../exposure/tabulate.js";
import type { FeedReport } from "../../fitting/feed-report/feed-report.js";

import type { FeedFit } from "../../fitting/fit-curve.js";
import { defaultInterval } from "../../inference/inference.js";
import { type Interval, intervalBy } from "../../inference/intervals/interval.js";

/** A fitted curve as a report shows it: its values by rank, the first entry being rank 1. */
export interface CurveByRank {
  readonly model: string;
  /** Of its one parameter, at the result's confidence; null where it has no standard error. */
  readonly interval: Interval | null;
  /** P(viewed | rank), at every rank that was measured. */
  readonly p: readonly number[];
  /** The share of views that are the last. It ends before a cut-off, where it is 1 by definition. */
  readonly hazard: readonly number[];
}

/** What a feed's fits are by rank. */
export interface FeedCurves {
  /** Every model with a parameter that could be fitted, in the order of `rows`. */
  readonly curves: readonly CurveByRank[];
  /** The curve that is kept; null where none is. */
  readonly keptCurve: CurveByRank | null;
}

export function curvesByRank(
  { rows, empirical }: FeedReport,
  kept: FeedFit | undefined,
  confidence: number,
): FeedCurves {
  const ranks = empirical.length;
  const fits = rows.flatMap((row) => ("fit" in row ? [row.fit] : []));
  return {
    curves: fits.filter(hasOneParameter).map((fit) => curveByRank(fit, ranks, confidence)),
    keptCurve: kept === undefined ? null : curveByRank(kept.fit, ranks, confidence),
  };
}

function curveByRank(fit: Fit, ranks: number, confidence: number): CurveByRank {
  const { model, curve } = fit;
  const p = tabulate(curve, ranks + 1);
  const unseen = p.indexOf(0);
  const [only] = fit.estimates;
  const hasInterval = hasOneParameter(fit) && only !== undefined && typeof only.se === "number";
  return {
    model,
    interval: hasInterval
      ? parameterInterval(only.value, Number(only.se), curve, fit.clusters, confidence)
      : null,
    p: p.slice(0, ranks),
    hazard: hazard(curve, ranks).slice(0, unseen < 0 ? ranks : unseen - 1),
  };
}

/** A measured table is a list of probabilities, not a number that was fitted. */
const hasOneParameter = ({ curve }: Fit): boolean =>
  curveOf(curve).parameters.some(({ kind }) => kind === "number");

/** The interval of a curve's parameter, cut at the parameter's own bounds. */
export function parameterInterval(
  value: number,
  se: number,
  curve: CurveSpec,
  clusters: number | undefined,
  confidence: number,
): Interval {
  const { min, max } = boundsOf(curve);
  const statistic = { value, se, degreesOfFreedom: (clusters ?? Infinity) - 1 };
  const [lo, hi] = intervalBy(defaultInterval, statistic, confidence);
  return [Math.max(min, lo), Math.min(max, hi)];
}

function boundsOf(curve: CurveSpec): { readonly min: number; readonly max: number } {
  const specs = curveOf(curve).parameters.flatMap((spec) => ("min" in spec ? [spec] : []));
  return specs[0] ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
}
