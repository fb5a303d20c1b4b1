import { deviations } from "../bootstrap.js";
import type { IntervalMethod } from "../interval.js";
import { scoreAt, twoSidedP } from "../quantile-curve.js";
import { elseStudent } from "../student.js";

/** The quantiles of the replicates at (1 − confidence)/2 and 1 − (1 − confidence)/2. */
export const bootstrapPercentile: IntervalMethod = {
  name: "bootstrapPercentile",
  purpose: "quantiles of 1,000 Poisson replicates",
  reference: "Efron (1979), Bootstrap methods: another look at the jackknife",
  needsReplicates: true,
  drawsUsers: true,
  ...elseStudent(deviations, {
    margins: (_of, { at }, confidence) => {
      const z = scoreAt(confidence);
      return [-at(-z), at(z)];
    },
    p: ({ value }, { scoresOf }) => twoSidedP(scoresOf(-value)),
  }),
};
