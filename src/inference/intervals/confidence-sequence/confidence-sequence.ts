import { exp } from "../../../numeric/index.js";
import { logEValue, mixingFor, sequenceMargin } from "../../anytime.js";
import type { IntervalMethod, Statistic } from "../interval.js";
import { elseStudent } from "../student.js";

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
