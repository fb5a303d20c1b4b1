import type { FittedFeed } from "../../evaluate/fit.js";
import { shownRanks } from "./shown-ranks.js";

export interface MeasuredPoint {
  readonly rank: number;
  readonly value: number;
  /** ± 2 standard errors; null where there is none. */
  readonly bar: readonly [number, number] | null;
  /** Views that the value rests on. */
  readonly weight: number;
}

/** The measured P(V=1|R); its bars are those of clusters, its weight is the views at the rank. */
export function curvePoints({ empirical, trajectories }: FittedFeed): readonly MeasuredPoint[] {
  const shown = new Set(shownRanks(empirical.length));
  const points = empirical.map(({ rank, p, se }, at): MeasuredPoint => {
    const before = empirical[at - 1];
    const arrived = before === undefined ? trajectories : before.atRisk - before.stops;
    return { rank, value: p, bar: barAround(p, se), weight: arrived };
  });
  return points.filter(({ rank }) => shown.has(rank));
}

/** The measured hazards, where anything is at risk; their bars are binomial. */
export function hazardPoints({ empirical }: FittedFeed): readonly MeasuredPoint[] {
  const shown = new Set(shownRanks(empirical.length));
  return empirical.flatMap(({ rank, hazard, hazardSe, atRisk }) =>
    hazard === null || !shown.has(rank)
      ? []
      : [{ rank, value: hazard, bar: barAround(hazard, hazardSe), weight: atRisk }],
  );
}

const barAround = (value: number, se: number | null): MeasuredPoint["bar"] =>
  se === null || se === 0 ? null : [Math.max(0, value - 2 * se), Math.min(1, value + 2 * se)];
