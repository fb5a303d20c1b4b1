import { showNumber } from "../../numeric/index.js";
import type { PlotLibrary } from "../figure.js";

/** "0.62", or "0.62 to 0.91" of what it may be. */
export const rangeWords = (range: readonly number[]): string =>
  range.map((each) => showNumber(each, 2)).join(" to ");

/** Thick bars of the offline results that may be more than one value. */
export function setMarks<Point extends { readonly low: number; readonly high: number }>(
  points: readonly Point[],
  plot: PlotLibrary,
): readonly ReturnType<PlotLibrary["ruleX"]>[] {
  const sets = points.filter(({ low, high }) => low < high);
  const bar = { stroke: "var(--mark)", strokeWidth: 3, strokeOpacity: 0.5 };
  return sets.length === 0 ? [] : [plot.ruleX(sets, { x: "x", y1: "low", y2: "high", ...bar })];
}
