import { normalQuantile } from "../../../numeric/index.js";
import type { LowerBound } from "../lower-bound.js";

/** mean − z·s/√n. */
export const normalBound: LowerBound = {
  name: "normalBound",
  purpose: "the lower end of a one-sided normal interval, for large n",
  reference: "the central limit theorem",
  isExact: false,
  of: ({ mean, variance, n }, delta) => mean - normalQuantile(1 - delta) * Math.sqrt(variance / n),
};
