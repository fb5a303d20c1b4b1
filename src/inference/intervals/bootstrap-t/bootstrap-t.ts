import { pivots } from "../bootstrap.js";
import type { IntervalMethod } from "../interval.js";
import { scoreAt, twoSidedP } from "../quantile-curve.js";
import { elseStudent } from "../student.js";

/** value − T*·SE at the quantiles of T* = (θ* − θ̂)/SE*, each replicate with the error that its own weights give. */
export const bootstrapT: IntervalMethod = {
  name: "bootstrapT",
  purpose: "value and SE, with the quantiles of 1,000 studentised Poisson replicates",
  reference: "Hall (1988), Theoretical comparison of bootstrap confidence intervals",
  needsReplicates: true,
  ...elseStudent(pivots, {
    margins: ({ se }, { at }, confidence) => {
      const z = scoreAt(confidence);
      return [at(z) * se, -at(-z) * se];
    },
    p: ({ value, se }, { scoresOf }) => twoSidedP(scoresOf(value / se)),
  }),
};
