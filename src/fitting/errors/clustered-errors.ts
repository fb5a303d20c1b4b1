import { type Reason, reason, StudyError } from "../../errors.js";
import type { Fit, FittedParameter } from "../../exposure/curve.js";
import { sameTransitions, totalsOf } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { square } from "../../numeric/elementary/square.js";
import { parameterInfluence } from "./influence.js";

/**
 * The fit with standard errors that allow for correlation between the trajectories of one user: those
 * of each cluster have an influence u_g on the estimate, and SE² = G/(G − 1)·Σ u_g² over G clusters,
 * which is I⁻¹(Σ s_g²)I⁻¹ for a parameter with score s and information I. Buckets of users serve as clusters
 * too. Throws a StudyError where the clusters do not add up to the transitions of the fit.
 * See docs/methods.md, "Clustered errors of a fit".
 */
export function clusteredErrors(fit: Fit, clusters: Iterable<Transitions>): Fit {
  const influence = parameterInfluence(fit);
  const squares = new Float64Array(fit.estimates.length);
  const total = { atRisk: [] as number[], stops: [] as number[], trajectories: 0 };
  let count = 0;
  for (const cluster of clusters) {
    const part = upTo(fit.transitions.atRisk.length, cluster);
    influence(part).forEach((moved, at) => {
      squares[at] = (squares[at] ?? 0) + square(moved);
    });
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

/** Transitions beyond the ranks of the fit lie at its cut-off. */
function upTo(ranks: number, cluster: Transitions): Transitions {
  const { atRisk, stops, trajectories } = cluster;
  if (atRisk.length <= ranks) return cluster;
  return { atRisk: atRisk.slice(0, ranks), stops: stops.slice(0, ranks), trajectories };
}

// In place: thousands of clusters are added up here.
function addInto(sums: number[], counts: readonly number[]): void {
  for (let at = 0; at < counts.length; at++) sums[at] = (sums[at] ?? 0) + (counts[at] ?? 0);
}

function withError(estimate: FittedParameter, squares: number, clusters: number): FittedParameter {
  if (typeof estimate.se !== "number") return estimate;
  const plainSe = estimate.se;
  if (clusters < 2) return { ...estimate, se: oneCluster, plainSe };
  const se = Math.sqrt((clusters / (clusters - 1)) * squares);
  const isNoise = plainSe > 0 && se <= rounding * plainSe;
  return { ...estimate, se: isNoise ? sameClusters(clusters) : se, plainSe };
}

/** Influences that cancel in every cluster leave rounding of about 1e-16 of the plain error. */
const rounding = 1e-12;

const sameClusters = (clusters: number): Reason =>
  reason(
    "noVariance",
    `All ${clusters} clusters give the same value of the parameter, so that there is no standard error. Trajectories that differ between users are needed.`,
    { clusters },
  );

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
