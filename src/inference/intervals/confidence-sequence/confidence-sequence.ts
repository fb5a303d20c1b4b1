import { exp } from "../../../numeric/elementary/exp.js";
import { ln } from "../../../numeric/elementary/ln.js";
import { square } from "../../../numeric/elementary/square.js";
import { lambertWMinus1 } from "../../../numeric/lambert-w.js";
import type { IntervalMethod, Statistic } from "../interval.js";
import { elseStudent } from "../student.js";

/**
 * η² of a confidence sequence that is tightest when `planned` trajectories have come:
 * (−W₋₁(−α²/e) − 1)/planned, α = 1 − confidence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of
 * Statistics 2024). `mixingFor(0.05, 1000)` is 0.008211968062068253.
 */
export const mixingFor = (alpha: number, planned: number): number =>
  (-lambertWMinus1(-square(alpha) / Math.E) - 1) / planned;

/**
 * The margin of a two-sided asymptotic confidence sequence after t values of standard deviation 1: it holds the
 * mean at all times together with the chance 1 − α.
 */
export const sequenceMargin = (t: number, mixing: number, alpha: number): number => {
  const g = t * mixing + 1;
  return Math.sqrt(((2 * g) / (t * t * mixing)) * ln(Math.sqrt(g) / alpha));
};

/** ln of the e-value against a mean of 0, `sum` the sum of t values of standard deviation 1. */
export const logEValue = (sum: number, t: number, mixing: number): number => {
  const g = t * mixing + 1;
  return (mixing * sum * sum) / (2 * g) - ln(g) / 2;
};

const trajectoriesOf = ({ trajectories }: Statistic): number | undefined => trajectories;

/**
 * value ± the margin of an asymptotic confidence sequence, which holds at all times together: a log that grows may
 * be evaluated every day, and stopped when the interval excludes 0. p is 1 over the e-value, and valid at any
 * time too. It is tightest at 10,000 trajectories, which is fixed beforehand.
 */
export const confidenceSequence: IntervalMethod = {
  name: "confidenceSequence",
  purpose: "an interval that holds at all times together, for a log that is evaluated as it grows",
  reference:
    "Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Annals of Statistics 2024), Time-uniform central limit theory and asymptotic confidence sequences",
  isConservative: true,
  ...elseStudent(trajectoriesOf, {
    margins: ({ se }, n, confidence) => {
      const margin = sequenceMargin(n, mixing, 1 - confidence) * se * Math.sqrt(n);
      return [margin, margin];
    },
    p: ({ value, se }, n) => Math.min(1, exp(-logEValue((value / se) * Math.sqrt(n), n, mixing))),
  }),
};

const mixing = mixingFor(0.05, 10_000);
