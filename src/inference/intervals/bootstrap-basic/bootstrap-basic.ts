import { deviations } from "../bootstrap.js";
import type { IntervalMethod } from "../interval.js";
import { scoreAt, twoSidedP } from "../quantile-curve.js";
import { elseStudent } from "../student.js";

/** The value less the quantiles of θ* − θ̂: the error that replicates show, taken off. */
export const bootstrapBasic: IntervalMethod = {
  name: "bootstrapBasic",
  purpose: "the value less the quantiles of the errors of 1,000 Poisson replicates",
  reference: "Davison and Hinkley (1997), Bootstrap Methods and their Application, section 5.2",
  needsReplicates: true,
  drawsUsers: true,
  ...elseStudent(deviations, {
    margins: (_of, { at }, confidence) => {
      const z = scoreAt(confidence);
      return [at(z), -at(-z)];
    },
    p: ({ value }, { scoresOf }) => twoSidedP(scoresOf(value)),
  }),
};
