import { type Reason, reason, StudyError } from "../errors.js";
import type { Estimate, Fit } from "./fitter.js";
import { sameTransitions } from "./same-transitions.js";
import { shiftOf } from "./shift-of.js";
import { totalsOf } from "./totals.js";
import type { Transitions } from "./transitions.js";

/**
 * The fit with standard errors that allow for the trajectories of one user being alike: the transitions
 * of each cluster shift the estimate, and SE² = G/(G − 1)·Σ shift² over G clusters, which is
 * I⁻¹(Σ s_g²)I⁻¹ for a parameter (methods B.2). Buckets of users serve as clusters too. Throws a
 * StudyError where the clusters do not add up to the transitions of the fit.
 */
export function clusteredErrors(fit: Fit, clusters: Iterable<Transitions>): Fit {
  const shift = shiftOf(fit);
  const squares = new Float64Array(fit.estimates.length);
  const total = { atRisk: [] as number[], stops: [] as number[], trajectories: 0 };
  let count = 0;
  for (const cluster of clusters) {
    const part = upTo(fit.transitions.atRisk.length, cluster);
    for (const [at, moved] of shift(part).entries()) squares[at] = (squares[at] ?? 0) + moved ** 2;
    addInto(total.atRisk, part.atRisk);
    addInto(total.stops, part.stops);
    total.trajectories += part.trajectories;
    count += 1;
  }
  if (!sameTransitions(total, fit.transitions)) throw otherTotal(total, fit.transitions);
  const estimates = fit.estimates.map((estimate, at) =>
    withError(estimate, squares[at] ?? 0, count),
  );
  return Object.freeze({ ...fit, estimates, clusters: count });
}

/** What a cluster tells beyond the ranks of the fit lies at its cut-off. */
const upTo = (ranks: number, { atRisk, stops, trajectories }: Transitions): Transitions => ({
  atRisk: atRisk.slice(0, ranks),
  stops: stops.slice(0, ranks),
  trajectories,
});

// In place: thousands of clusters are added up here.
function addInto(sums: number[], counts: readonly number[]): void {
  for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
}

function withError(estimate: Estimate, square: number, clusters: number): Estimate {
  if (typeof estimate.se !== "number") return estimate;
  const se = clusters < 2 ? oneCluster : Math.sqrt((clusters / (clusters - 1)) * square);
  return { ...estimate, se, plainSe: estimate.se };
}

const oneCluster: Reason = reason(
  "oneCluster",
  "All trajectories belong to one cluster, so that there is no standard error. Two users or more are needed.",
  { clusters: 1 },
);

function otherTotal(total: Transitions, whole: Transitions): StudyError {
  const [came, expected] = [totalsOf(total).atRisk, totalsOf(whole).atRisk];
  return new StudyError(
    reason(
      "otherClusters",
      `The clusters must add up to the transitions of the fit, ${expected} of ${whole.trajectories} trajectories; they add up to ${came} of ${total.trajectories}. Pass every cluster of the fit's own log, once.`,
      { came, expected },
    ),
  );
}
