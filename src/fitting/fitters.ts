import type { Fitter } from "./fitter.js";
import { geometric } from "./geometric/geometric.js";
import { inverse } from "./inverse/inverse.js";
import { logAlpha } from "./log-alpha/log-alpha.js";
import { table } from "./table/table.js";
import { yuleSimon } from "./yule-simon/yule-simon.js";

/** Every model that can be fitted, in the order in which reports show them. */
export const fitters: readonly Fitter[] = [table, geometric, yuleSimon, inverse, logAlpha];

/** The fitter of the curve of that name, if there is one. */
export const findFitter = (name: string): Fitter | undefined =>
  fitters.find((fitter) => fitter.name === name);
