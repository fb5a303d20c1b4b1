import type { Reason } from "../errors.js";
import type { Component } from "../estimators/estimator.js";
import { influenceByBucket } from "../fitting/index.js";
import type { Answer, Scope, ScopeKey } from "../inference/index.js";
import type { Estimated } from "./estimated.js";
import type { MeanSlopes } from "./mean-slopes.js";

/** Adds to an answer's influence what the curves' own errors make of it. */
export type Carry = (answer: Answer, components: readonly Component[]) => Answer | Reason;

/**
 * The complete influence function (methods B.11): ψ_b = g′·(S_b − n_b μ̂) + Σ_k ∂θ̂/∂log p_k · (what the
 * trajectories of bucket b moved log p̂_k by). The curve's scope is its whole fit, whatever the answer's:
 * buckets that only the fit holds, and those of a file, get slots of their own.
 */
export function carryIn(
  scope: Scope,
  key: ScopeKey,
  estimated: readonly Estimated[],
  slopes: MeanSlopes,
): Carry {
  const curves = estimated.filter(({ feed }) => key.feed === "*" || feed === key.feed);
  if (curves.length === 0) return (answer) => answer;
  const { slots, places } = placesOf(scope, curves);
  return (answer, components) => {
    const influence = new Float64Array(slots);
    influence.set(answer.influence);
    for (const [at, { feed, fit, depths }] of curves.entries()) {
      const own = gradientOf(answer, components, (each) => slopes(each, key, feed));
      if (own.every((slope) => slope === 0)) continue;
      const moved = influenceByBucket(fit, own, depths);
      if ("code" in moved) return moved;
      const factor = Math.sqrt(moved.size / (moved.size - 1));
      for (const [bucket, psi] of moved) {
        const slot = places[at]?.get(bucket) ?? 0;
        influence[slot] = (influence[slot] ?? 0) + factor * psi;
      }
    }
    return { ...answer, influence };
  };
}

/** ∂θ̂/∂log p_k: the chain rule through the means of the components. */
function gradientOf(
  { gradient }: Answer,
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
  curves: readonly Estimated[],
): { readonly slots: number; readonly places: readonly ReadonlyMap<number, number>[] } {
  const shared = new Map(scope.slotOf);
  let slots = scope.buckets;
  const places = curves.map(({ depths, aligned }) => {
    const own = aligned ? shared : new Map<number, number>();
    for (const bucket of new Set(Array.from(depths.bucket))) {
      if (!own.has(bucket)) own.set(bucket, slots++);
    }
    return own;
  });
  return { slots, places };
}
