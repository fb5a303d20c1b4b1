import { type Reason, reason } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import type { BucketInfluence } from "../../fitting/errors/influence-by-bucket.js";
import type { PointEstimate } from "../../inference/delta.js";
import { replicatesWithCurve } from "../../inference/replicates.js";
import { hasFeed, type Scope, type ScopeKey } from "../../inference/scope.js";
import type { FittedCurve } from "./fitted-curve.js";
import type { MeanSlopes } from "./mean-slopes.js";

export interface CurveInfluence extends FittedCurve {
  readonly influence: BucketInfluence;
}

export type PropagateCurveError = (
  estimate: PointEstimate,
  components: readonly Component[],
) => PointEstimate | Reason;

/**
 * The complete influence function of a point estimate θ̂ = g(μ̂) under fitted curves:
 * ψ_b = g′·(S_b − n_b μ̂) + Σ_k ∂θ̂/∂log p_k · (the influence of bucket b on log p̂_k).
 * A curve's scope is its whole fit, whatever the estimate's: buckets that only the fit holds, and those of
 * a file, get slots of their own.
 * See docs/methods.md, "Fitted curves: influence".
 */
export function propagateInScope(
  scope: Scope,
  key: ScopeKey,
  fitted: readonly CurveInfluence[],
  slopes: MeanSlopes,
): PropagateCurveError {
  const curves = fitted.filter(({ feed }) => hasFeed(key, feed));
  if (curves.length === 0) return (answer) => answer;
  const { slots, places } = placesOf(scope, curves);
  return (answer, components) => {
    const influence = new Float64Array(slots);
    influence.set(answer.influence);
    const shift = new Float64Array(slots);
    let isMoved = false;
    for (const [at, { feed, influence: ofCurve }] of curves.entries()) {
      const gradient = gradientOf(answer, components, (component) => slopes(component, key, feed));
      if (gradient.every((slope) => slope === 0)) continue;
      const shifts = ofCurve.of(gradient);
      if ("code" in shifts) return shifts;
      isMoved = true;
      if (shifts.length < 2) return oneCluster(feed);
      const factor = Math.sqrt(shifts.length / (shifts.length - 1));
      const place = places[at];
      shifts.forEach((psi, b) => {
        const slot = place?.[b] ?? 0;
        influence[slot] = (influence[slot] ?? 0) + factor * psi;
        shift[slot] = (shift[slot] ?? 0) + psi;
      });
    }
    if (!isMoved) return { ...answer, influence };
    return { ...answer, influence, replicates: replicatesWithCurve(answer.replicates, shift) };
  };
}

function oneCluster(feed: string | null): Reason {
  const where = feed === null ? "" : ` of feed "${feed}"`;
  const message = `The curve${where} was fitted on one user (or trajectory), so that it has no standard error to propagate. Fit it on two or more, or give the curve.`;
  return reason("oneCluster", message, { feed });
}

/** ∂θ̂/∂log p_k: the chain rule through the means of the components. */
function gradientOf(
  { gradient }: PointEstimate,
  components: readonly Component[],
  slopes: (component: Component) => readonly number[],
): readonly number[] {
  const total: number[] = [];
  components.forEach((component, at) => {
    const weight = gradient[at] ?? 0;
    slopes(component).forEach((slope, k) => {
      while (total.length <= k) total.push(0);
      total[k] = (total[k] ?? 0) + weight * slope;
    });
  });
  return total;
}

/** The slot of every bucket of every curve: the scope's own where users are the same, else a new one. */
function placesOf(
  scope: Scope,
  curves: readonly CurveInfluence[],
): { readonly slots: number; readonly places: readonly Int32Array[] } {
  const shared = new Map(scope.indexOfBucket);
  const apart = new Map<string | null, Map<number, number>>();
  let slots = scope.buckets;
  const places = curves.map(({ influence, aligned, file }) => {
    const rows = aligned ? shared : (apart.get(file) ?? new Map<number, number>());
    if (!aligned) apart.set(file, rows);
    return influence.buckets.map((bucket) => {
      const slot = rows.get(bucket) ?? slots++;
      rows.set(bucket, slot);
      return slot;
    });
  });
  return { slots, places };
}
