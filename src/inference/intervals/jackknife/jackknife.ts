import { square } from "../../../numeric/elementary/square.js";
import type { IntervalMethod, Replicates, Statistic } from "../interval.js";
import { elseStudent, student } from "../student.js";

/** Buckets are left out in so many groups at most. */
const mostGroups = 256;

/**
 * value ± t·SE_J with SE_J² = (G − 1)/G·Σ(θ̂₍₋g₎ − θ̂)², leaving out one user after another, or one of 256 groups of
 * users. Of a mean this is CR3, the cluster-robust error that corrects each cluster for its own weight.
 */
export const jackknife: IntervalMethod = {
  name: "jackknife",
  purpose: "value ± t·SE of the whole estimate without each user, or group of users, in turn",
  reference: "Bell and McCaffrey (2002), Bias reduction in standard errors for linear regression",
  needsReplicates: true,
  ...elseStudent(byJackknife, {
    margins: (_of, statistic, confidence) => student.margins(statistic, confidence),
    p: (_of, statistic) => student.p(statistic),
  }),
};

/** The statistic with its error by the jackknife, stretched by what SE holds beyond ‖ψ‖. */
function byJackknife(of: Statistic): Statistic | undefined {
  const { replicates, influence, value } = of;
  if (replicates === undefined || influence === undefined) return undefined;
  const groups = Math.min(mostGroups, replicates.buckets);
  if (groups < 2) return undefined;
  const squares = errors.get(replicates) ?? sumOfSquares(replicates, value, groups);
  errors.set(replicates, squares);
  if (squares === undefined) return undefined;
  const size = Math.sqrt(influence.reduce((sum, psi) => sum + psi * psi, 0));
  const se = Math.sqrt(((groups - 1) / groups) * squares) * (of.se / size);
  return { value, se, degreesOfFreedom: Math.min(of.degreesOfFreedom, groups - 1) };
}

const errors = new WeakMap<Replicates, number | undefined>();

function sumOfSquares(replicates: Replicates, value: number, groups: number): number | undefined {
  const weights = new Float64Array(replicates.buckets);
  let sum = 0;
  for (let group = 0; group < groups; group++) {
    weights.forEach((_, b) => {
      weights[b] = b % groups === group ? 0 : 1;
    });
    const omitted = replicates.at(weights);
    if (typeof omitted !== "number") return undefined;
    sum += square(omitted - value);
  }
  return sum;
}
