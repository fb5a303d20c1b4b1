import type { Curve, CurveSpec } from "./curve.js";
import type { TransitionValues } from "./transitions/sums.js";

type Setting = Pick<CurveSpec, "parameters" | "cutoff">;

/** p_1 … p_n of a curve, 0 beyond its cut-off. */
export function probabilitiesOf(curve: Curve, setting: Setting, n: number): number[] {
  return zeroBeyondCutoff(setting, curve.probabilities(setting.parameters, n));
}

/**
 * h_1 … h_n: the probability h_r = P(depth = r | depth ≥ r) = 1 − p_{r+1}/p_r that a view at rank r is
 * the last. It is 1 at the cut-off and wherever p_r = 0. For `geometric` it is 1 − gamma.
 */
export function hazardsOf(curve: Curve, setting: Setting, n: number): number[] {
  const p = probabilitiesOf(curve, setting, n + 1);
  return Array.from({ length: n }, (_, index) => {
    const here = p[index] ?? 0;
    return here === 0 ? 1 : 1 - (p[index + 1] ?? 0) / here;
  });
}

/**
 * ∂p_r/∂θ = p_r · ∂log p_r/∂θ for r = 1 … n, one list per number-valued parameter θ; 0 beyond the
 * cut-off. For `geometric` with gamma = 0.5 and n = 3: { gamma: [0, 1, 1] }.
 */
export function derivativesOf(
  curve: Curve,
  setting: Setting,
  n: number,
): Readonly<Record<string, number[]>> {
  const p = probabilitiesOf(curve, setting, n);
  return mapLists(curve.logDerivatives(setting.parameters, n), (list) =>
    zeroBeyondCutoff(
      setting,
      list.map((slope, index) => (p[index] ?? 0) * slope),
    ),
  );
}

/**
 * ∂/∂θ of the log-likelihood of one observed transition at ranks 1 … n, per number-valued θ:
 * ∂log h_j/∂θ for a stop and ∂log(1 − h_j)/∂θ for a continuation. Their mean under the model is 0. From
 * the cut-off on, both are 0: what happens there carries no information about θ. A stop where h_j = 0 is
 * impossible and has no finite score. For `geometric` with gamma = 0.5 a stop scores −2 and a
 * continuation 2, at every rank.
 */
export function scoresOf(
  curve: Curve,
  setting: Setting,
  n: number,
): Readonly<Record<string, TransitionValues>> {
  const h = hazardsOf(curve, setting, n);
  const last = setting.cutoff ?? Number.POSITIVE_INFINITY;
  return mapLists(curve.logDerivatives(setting.parameters, n + 1), (list) => {
    const continuation = h.map((_, at) =>
      at + 1 < last ? (list[at + 1] ?? 0) - (list[at] ?? 0) : 0,
    );
    return { stop: continuation.map((slope, at) => stopScore(slope, h[at] ?? 1)), continuation };
  });
}

/** ∂log h = −(1−h)/h · ∂log(1−h). */
function stopScore(continuation: number, h: number): number {
  return continuation === 0 ? 0 : ((h - 1) / h) * continuation;
}

function zeroBeyondCutoff({ cutoff }: Setting, values: readonly number[]): number[] {
  const last = cutoff ?? Number.POSITIVE_INFINITY;
  return values.map((value, index) => (index < last ? value : 0));
}

const mapLists = <T>(
  lists: Readonly<Record<string, readonly number[]>>,
  map: (list: readonly number[]) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, map(list)]));
