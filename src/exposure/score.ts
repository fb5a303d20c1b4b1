import type { Curve, CurveSpec } from "./curve.js";
import { curveOf } from "./curve-of.js";
import { hazard } from "./hazard.js";

/** Scores at ranks 1 … n of the two things that can be observed after a view at a rank. */
export interface TransitionScore {
  readonly stop: readonly number[];
  readonly onward: readonly number[];
}

/**
 * ∂/∂θ of the log-likelihood of one observed transition at ranks 1 … n, per number-valued θ: of a
 * stop, log h_j, and of going on, log(1 − h_j) (methods B.0). Their mean under the model is 0. From
 * the cut-off on, both are 0: what happens there says nothing of θ. A stop where h_j = 0 is impossible
 * and has no finite score. For `geometric` with gamma = 0.5 a stop scores −2, going on 2, at every rank.
 */
export function score(
  spec: CurveSpec,
  n: number,
  curve: Curve = curveOf(spec),
): Readonly<Record<string, TransitionScore>> {
  const h = hazard(spec, n, curve);
  const slopes = curve.logDerivatives(spec.parameters, n + 1);
  const last = spec.cutoff ?? Number.POSITIVE_INFINITY;
  return Object.fromEntries(
    Object.entries(slopes).map(([name, list]) => {
      const onward = h.map((_, at) => (at + 1 < last ? (list[at + 1] ?? 0) - (list[at] ?? 0) : 0));
      const stop = onward.map((slope, at) => stopScore(slope, h[at] ?? 1));
      return [name, { stop, onward }];
    }),
  );
}

/** ∂log h = −(1−h)/h · ∂log(1−h). */
function stopScore(onward: number, h: number): number {
  return onward === 0 ? 0 : ((h - 1) / h) * onward;
}
