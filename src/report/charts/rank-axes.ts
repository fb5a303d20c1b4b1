import { leastAtRisk } from "../../exposure/transitions/ranks.js";
import type { EmpiricalRank } from "../../fitting/feed-report/empirical-curve.js";
import type { MeasuredPoint } from "./measured-points.js";
import { linearScale, logScale, type Scale } from "./scale.js";

/** From here on ranks stand on a logarithmic axis: most views are at the first ones. */
const manyRanks = 60;

export function rankAxis(last: number, range: readonly [number, number]): Scale {
  if (last > manyRanks) return logScale([1, last], range);
  const scale = linearScale([1, Math.max(2, last)], range);
  const step = last <= 12 ? 1 : last <= 30 ? 5 : 10;
  const later = Array.from({ length: Math.floor(last / step) }, (_, at) => (at + 1) * step);
  return { ...scale, ticks: [1, ...later.filter((tick) => tick > 1)] };
}

/** A logarithmic axis of p, from the least that was measured or is drawn of the kept curve. */
export function curveAxis(
  measured: readonly Pick<EmpiricalRank, "p">[],
  kept: readonly number[],
  range: readonly [number, number],
): Scale {
  const values = [...measured.map(({ p }) => p), ...kept.slice(0, measured.length)];
  const least = Math.min(1, ...values.filter((p) => p > 0));
  return logScale([Math.max(1e-9, Math.min(0.5, least * 0.8)), 1], range);
}

/** A linear axis of hazards from 0, wide enough for the ranks that enough views support. */
export function hazardAxis(
  points: readonly MeasuredPoint[],
  range: readonly [number, number],
): Scale {
  const firm = points.filter(({ weight }) => weight >= leastAtRisk);
  const ends = (firm.length > 0 ? firm : points).map(({ value, bar }) => bar?.[1] ?? value);
  return linearScale([0, Math.min(1, 1.08 * Math.max(0.05, ...ends))], range);
}
