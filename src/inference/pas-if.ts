import { square } from "../numeric/index.js";
import { createRandom } from "../random/index.js";

/** A log of single actions that was split into two that look like another pair of policies. */
export interface PasIfSplit {
  /** The chance that a row with this action goes to the pseudo target's log. */
  readonly rho: readonly number[];
  /** The share of the rows that goes there: k at most, and k where weights do not vary. */
  readonly marginal: number;
  readonly pseudoTarget: readonly number[];
  readonly pseudoLogging: readonly number[];
  readonly pseudoWeights: readonly number[];
  /** How far the weights are from those of the real pair, Σ π_0 (w̃ − w)², and the share from k. */
  readonly lossOfWeights: number;
  readonly lossOfShare: number;
}

/**
 * Splits the actions of a logging policy so that the two parts weigh like the logging policy and the target: ρ = k·w/(1 − k + k·w),
 * in closed form and without a network; then π̃_e ∝ π_0·ρ, π̃_b ∝ π_0·(1 − ρ), and their ratio is w times a constant
 * (docs/methods.md, "Choice of a clip"). Throws a RangeError for k outside (0, 1).
 * `pasIfSplit([0.5, 0.5], [0.5, 0.5], 0.2).marginal` is 0.2.
 */
export function pasIfSplit(
  logging: readonly number[],
  target: readonly number[],
  k: number,
): PasIfSplit {
  requireShare("pasIfSplit", k);
  const weights = logging.map((share, i) => (target[i] ?? 0) / share);
  const rho = weights.map((w) => rhoOf(w, k));
  const mean = (of: (i: number) => number): number =>
    logging.reduce((sum, share, i) => sum + share * of(i), 0);
  const marginal = mean((i) => rho[i] ?? 0);
  const pseudoTarget = logging.map((share, i) => (share * (rho[i] ?? 0)) / marginal);
  const pseudoLogging = logging.map((share, i) => (share * (1 - (rho[i] ?? 0))) / (1 - marginal));
  const pseudoWeights = pseudoTarget.map((share, i) => share / (pseudoLogging[i] ?? 0));
  return {
    rho,
    marginal,
    pseudoTarget,
    pseudoLogging,
    pseudoWeights,
    lossOfWeights: mean((i) => square((pseudoWeights[i] ?? 0) - (weights[i] ?? 0))),
    lossOfShare: square(marginal - k),
  };
}

/** A logged action: its importance weight and its reward. */
export interface WeighedReward {
  readonly weight: number;
  readonly reward: number;
}

/**
 * Chooses a clip of weights for single actions by PAS-IF (Udagawa, Kiyohara, Narita, Saito and Tateno, AAAI 2023): the log is split
 * at random `splits` times as `pasIfSplit` says, each clip estimates the pseudo target from the pseudo log, and the mean
 * squared distance to what the pseudo target's own rows earned is its error. Returns the index of the least error
 * (of several the first) with all errors. For rankings there is no such guarantee: use `chooseClip`. Throws a RangeError
 * for an empty log or list of clips.
 */
export function choosePasIf(
  log: readonly WeighedReward[],
  clips: readonly number[],
  { k = 0.1, splits = 50, seed = 1 }: { k?: number; splits?: number; seed?: number } = {},
): { readonly index: number; readonly errors: readonly number[] } {
  requireShare("choosePasIf", k);
  if (log.length === 0 || clips.length === 0) {
    throw new RangeError("choosePasIf: expected rows and clips, got none.");
  }
  const rho = log.map(({ weight }) => rhoOf(weight, k));
  const marginal = rho.reduce((sum, each) => sum + each, 0) / log.length;
  const constant = (k * (1 - marginal)) / ((1 - k) * marginal);
  const random = createRandom(`PAS-IF ${seed}`);
  const errors = clips.map(() => 0);
  let used = 0;
  for (let split = 0; split < splits; split++) {
    const isTarget = rho.map((chance) => random.next() < chance);
    const own = log.filter((_, i) => isTarget[i]);
    const others = log.filter((_, i) => !isTarget[i]);
    if (own.length === 0 || others.length === 0) continue;
    used += 1;
    const earned = meanOf(own.map(({ reward }) => reward));
    clips.forEach((clip, at) => {
      const values = others.map(({ weight, reward }) => Math.min(clip, constant * weight) * reward);
      errors[at] = (errors[at] ?? 0) + square(meanOf(values) - earned);
    });
  }
  const means = errors.map((each) => (used === 0 ? Number.POSITIVE_INFINITY : each / used));
  return { index: means.indexOf(Math.min(...means)), errors: means };
}

const rhoOf = (w: number, k: number): number => (k * w) / (1 - k + k * w);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

function requireShare(caller: string, k: number): void {
  if (k > 0 && k < 1) return;
  throw new RangeError(`${caller}: k must be in (0, 1), but was ${k}.`);
}
