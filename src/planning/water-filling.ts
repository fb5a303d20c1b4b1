import { square } from "../numeric/elementary/square.js";

export interface Augmentation {
  /** Chances of the actions under the policy that logged the data that are there. */
  readonly existing: readonly number[];
  readonly target: readonly number[];
  /** E[r²] of every action. */
  readonly secondMoment: readonly number[];
  /** The share of the data that are there among all, in [0, 1). */
  readonly share: number;
}

export interface AugmentedLogging {
  /** Chances over all data, and those of the policy that logs the new ones. */
  readonly mixture: readonly number[];
  readonly augmentation: readonly number[];
  readonly level: number;
  /** Σ s²/mixture, the part of the variance that the logging decides, with the design and with the target itself. */
  readonly objective: number;
  readonly undesigned: number;
}

/**
 * The policy that should log the rest of the data so that inverse propensities of all of them have the least
 * variance: mixture = max(share·existing, κ·s), s = target·√E[r²], κ such that it sums to 1. Actions that are in
 * the data often enough are not logged again.
 * Tucker and Joachims (WSDM 2023), Variance-minimizing augmentation logging.
 */
export function augmentedLogging(logging: Augmentation): AugmentedLogging {
  const { existing, target, secondMoment, share } = logging;
  const s = spreads(target, secondMoment);
  const floor = existing.map((p) => share * p);
  const level = levelFor(s, floor);
  const mixture = s.map((spread, a) => Math.max(floor[a] ?? 0, level * spread));
  const augmentation = mixture.map((chance, a) => (chance - (floor[a] ?? 0)) / (1 - share));
  const plain = floor.map((chance, a) => chance + (1 - share) * (target[a] ?? 0));
  return {
    mixture,
    augmentation,
    level,
    objective: varianceOf(s, mixture),
    undesigned: varianceOf(s, plain),
  };
}

/** Without data so far: chances in proportion to target·√E[r²]. */
export function firstLogging(
  target: readonly number[],
  secondMoment: readonly number[],
): readonly number[] {
  const s = spreads(target, secondMoment);
  const total = s.reduce((a, b) => a + b, 0);
  return s.map((chance) => chance / total);
}

const spreads = (target: readonly number[], secondMoment: readonly number[]): readonly number[] =>
  target.map((pi, a) => pi * Math.sqrt(secondMoment[a] ?? 0));

/** Σ s²/ε. */
export const varianceOf = (s: readonly number[], exposure: readonly number[]): number =>
  s.reduce((sum, spread, a) => (spread === 0 ? sum : sum + square(spread) / (exposure[a] ?? 0)), 0);

/** κ with Σ max(floor, κ·s) = 1: actions join in the order of floor/s. */
function levelFor(s: readonly number[], floor: readonly number[]): number {
  const order = [...s.keys()]
    .filter((a) => (s[a] ?? 0) > 0)
    .sort((a, b) => (floor[a] ?? 0) / (s[a] ?? 1) - (floor[b] ?? 0) / (s[b] ?? 1));
  let [filled, spread] = [1 - floor.reduce((a, b) => a + b, 0), 0];
  let level = 0;
  for (const [at, a] of order.entries()) {
    filled += floor[a] ?? 0;
    spread += s[a] ?? 0;
    level = filled / spread;
    const next = order[at + 1];
    if (next === undefined || level <= (floor[next] ?? 0) / (s[next] ?? 1)) return level;
  }
  return level;
}
