import { ln } from "../../../numeric/index.js";
import type { LowerBound } from "../lower-bound.js";

/** mean − sqrt(2V ln(2/δ)/n) − 7b ln(2/δ)/(3(n − 1)), V the variance and b the width of the range. */
export const empiricalBernstein: LowerBound = {
  name: "empiricalBernstein",
  purpose: "a bound at every n that narrows with the variance that was seen",
  reference: "Maurer and Pontil (COLT 2009), Theorem 4",
  isExact: true,
  of: ({ mean, variance, n, range: [low, high] }, delta) => {
    const log = ln(2 / delta);
    return mean - Math.sqrt((2 * variance * log) / n) - (7 * (high - low) * log) / (3 * (n - 1));
  },
};
