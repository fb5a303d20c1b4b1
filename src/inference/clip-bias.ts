import { reason, StudyError } from "../errors.js";
import { ln, square } from "../numeric/index.js";

/** The weight ε_t/ε_0 and the reward of each trajectory. */
export interface ClippedWeights {
  readonly weights: readonly number[];
  readonly rewards: readonly number[];
}

export interface ClipBias {
  /** |mean (w − min(w, limit))·c|: what the clip takes from the estimate. */
  readonly value: number;
  /** The bias is below it with probability 1 − δ. */
  readonly bound: number;
}

/**
 * The bias of weights clipped at `limit`, estimated and bounded: value + √(2·mean w²·ln(2/δ)/n) + 2·max w·ln(2/δ)/(3n), by
 * Bernstein's inequality (Su et al., ICML 2020, "Doubly robust off-policy evaluation with shrinkage"). It holds for
 * rewards in [−1, 1] alone: divide others by their largest size first. Throws a StudyError for other rewards, and for
 * weights that are negative or not as many.
 *
 * `clipBias({ weights: [0.5, 2, 6, 1], rewards: [1, 0, 1, 1] }, { limit: 2, delta: 0.05 })` is { value: 1, bound: 9.05… }.
 */
export function clipBias(
  { weights, rewards }: ClippedWeights,
  { limit, delta = 0.05 }: { readonly limit: number; readonly delta?: number },
): ClipBias {
  const n = weights.length;
  const isSound =
    n > 0 &&
    rewards.length === n &&
    weights.every((w) => w >= 0 && Number.isFinite(w)) &&
    rewards.every((c) => Math.abs(c) <= 1) &&
    delta > 0 &&
    delta < 1;
  if (!isSound) {
    const message = `Expected as many rewards in [−1, 1] as weights in [0, ∞), and delta in (0, 1); got ${n} weights, ${rewards.length} rewards, delta ${delta}. Divide rewards by their largest size, and multiply the bound by it.`;
    throw new StudyError(
      reason("parameter", message, { weights: n, rewards: rewards.length, delta }),
    );
  }
  const mean = (of: (weight: number, at: number) => number): number =>
    weights.reduce((sum, weight, at) => sum + of(weight, at), 0) / n;
  const value = Math.abs(mean((w, at) => (w - Math.min(w, limit)) * (rewards[at] ?? 0)));
  const spread = Math.sqrt((2 * mean((w) => square(w)) * ln(2 / delta)) / n);
  const largest = weights.reduce((most, w) => Math.max(most, w), 0);
  return { value, bound: value + spread + (2 * largest * ln(2 / delta)) / (3 * n) };
}
