import { ln } from "../../../numeric/index.js";
import type { LowerBound } from "../lower-bound.js";

/** mean − b·sqrt(ln(1/δ)/(2n)), b the width of the range. */
export const hoeffding: LowerBound = {
  name: "hoeffding",
  purpose: "a bound at every n from the range alone; wide where values vary less than their range",
  reference: "Hoeffding (1963), Theorem 1",
  isExact: true,
  of: ({ mean, n, range: [low, high] }, delta) =>
    mean - (high - low) * Math.sqrt(ln(1 / delta) / (2 * n)),
};
