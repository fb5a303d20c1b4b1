import { chiSquaredUpperTail } from "../../../numeric/chi-squared.js";
import { square } from "../../../numeric/elementary/square.js";
import { normalQuantile } from "../../../numeric/normal-quantile.js";
import { nearestTo, type Pair } from "../../pair.js";
import { tooFewPairs } from "../axes.js";
import type { Statistic } from "../statistic.js";

/**
 * The share of pairs in which offline and online agree within the interval of their difference, of which
 * `confidence` should. p is that of Σz² where z is the difference by its error: small where offline is off
 * by more than the errors allow. Pairs without any error that differ are left out.
 */
export const calibration: Statistic = {
  name: "calibration",
  title: "within errors",
  purpose: "whether offline is right about how much, within the errors of both",
  reference: "Jeunen et al. (KDD 2024), section 6.1, with errors on both sides",
  needs: "sameUnits",
  tests: "equal",
  allowsCovariance: true,
  perfect: 1,
  least: 1,
  of: (pairs, confidence) => {
    const z = pairs.flatMap(standardised);
    if (z.length === 0) return tooFewPairs(0, 1);
    const far = normalQuantile((1 + confidence) / 2);
    const squares = z.reduce((sum, value) => sum + square(value), 0);
    return {
      value: z.filter((value) => Math.abs(value) <= far).length / z.length,
      interval: null,
      p: chiSquaredUpperTail(squares, z.length),
      facts: { meanSquare: squares / z.length, meanZ: z.reduce((a, b) => a + b, 0) / z.length },
    };
  },
};

/** (offline − online) by its error; of a set, from the end that is nearest. */
function standardised({ online, offline: estimate, covariance }: Pair): readonly number[] {
  const offline = nearestTo(online.value, estimate);
  const variance = square(online.se) + square(offline.se) - 2 * covariance;
  if (variance > 0) return [(offline.value - online.value) / Math.sqrt(variance)];
  return offline.value === online.value ? [0] : [];
}
