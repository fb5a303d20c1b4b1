import type { Curve } from "./curve.js";
import { geometric } from "./geometric/geometric.js";
import { inverse } from "./inverse/inverse.js";
import { logAlpha } from "./log-alpha/log-alpha.js";
import { log2 } from "./log2/log2.js";
import { table } from "./table/table.js";
import { yuleSimon } from "./yule-simon/yule-simon.js";

/** Every model of position bias. */
export const curves: readonly Curve[] = [log2, inverse, geometric, yuleSimon, logAlpha, table];

/** The curve of that name, if there is one. */
export function findCurve(name: string): Curve | undefined {
  return curves.find((curve) => curve.name === name);
}
