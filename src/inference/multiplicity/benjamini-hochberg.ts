import { requireProbabilities } from "./require-probabilities.js";
import { stepUp } from "./step-up.js";

/**
 * Benjamini and Hochberg's (1995) adjusted p-values, in the order given: they control the expected
 * share of false rejections among independent or positively dependent tests. For screens, not for
 * verdicts. Throws a RangeError for a p outside [0, 1].
 * `benjaminiHochberg([0.01, 0.04])` is [0.02, 0.04].
 */
export function benjaminiHochberg(p: readonly number[]): number[] {
  requireProbabilities("benjaminiHochberg", p);
  return stepUp(p, 1);
}
