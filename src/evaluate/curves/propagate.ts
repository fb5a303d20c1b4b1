import { type Reason, reason } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import type { BucketInfluence } from "../../fitting/index.js";
import type { PointEstimate, Scope, ScopeKey } from "../../inference/index.js";
import type { Estimated } from "./fitted-curve.js";
import type { MeanSlopes } from "./mean-slopes.js";

/** An estimated curve with what each bucket of its trajectories moves results by. */
export interface Moving extends Estimated {
  readonly moved: BucketInfluence;
}

/** Adds to an answer's influence what the curves' own errors make of it. */
export type Carry = (
  answer: PointEstimate,
  components: readonly Component[],
) => PointEstimate | Reason;

/**
 * The complete influence function (methods B.11): ψ_b = g′·(S_b − n_b μ̂) + Σ_k ∂θ̂/∂log p_k · (what the
 * trajectories of bucket b moved log p̂_k by). The curve's scope is its whole fit, whatever the answer's:
 * buckets that only the fit holds, and those of a file, get slots of their own.
 */
export function carryIn(
  scope: Scope,
  key: ScopeKey,
  estimated: readonly Moving[],
  slopes: MeanSlopes,
): Carry {
  const curves = estimated.filter(({ feed }) => key.feed === "*" || feed === key.feed);
  if (curves.length === 0) return (answer) => answer;
  const { slots, places } = placesOf(scope, curves);
  return (answer, components) => {
    const influence = new Float64Array(slots);
    influence.set(answer.influence);
    for (const [at, { feed, moved }] of curves.entries()) {
      const own = gradientOf(answer, components, (each) => slopes(each, key, feed));
      if (own.every((slope) => slope === 0)) continue;
      const shifts = moved.of(own);
      if ("code" in shifts) return shifts;
      if (shifts.length < 2) return oneCluster(feed);
      const factor = Math.sqrt(shifts.length / (shifts.length - 1));
      const place = places[at];
      shifts.forEach((psi, b) => {
        const slot = place?.[b] ?? 0;
        influence[slot] = (influence[slot] ?? 0) + factor * psi;
      });
    }
    return { ...answer, influence, replicates: { ...answer.replicates, curveFixed: true } };
  };
}

function oneCluster(feed: string | null): Reason {
  const where = feed === null ? "" : ` of feed "${feed}"`;
  const message = `The curve${where} was learnt from one user (or trajectory), so that it has no standard error to carry. Learn it from two or more, or give it.`;
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
  curves: readonly Moving[],
): { readonly slots: number; readonly places: readonly Int32Array[] } {
  const shared = new Map(scope.slotOf);
  const apart = new Map<string | null, Map<number, number>>();
  let slots = scope.buckets;
  const places = curves.map(({ moved, aligned, file }) => {
    const own = aligned ? shared : (apart.get(file) ?? new Map<number, number>());
    if (!aligned) apart.set(file, own);
    return moved.buckets.map((bucket) => {
      const slot = own.get(bucket) ?? slots++;
      own.set(bucket, slot);
      return slot;
    });
  });
  return { slots, places };
}
