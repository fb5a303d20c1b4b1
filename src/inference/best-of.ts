/** A number that candidates are chosen by, with the influence of every bucket: these add to 0. */
export interface Contestant {
  readonly value: number;
  readonly influence: Float64Array;
}

/** The best of several, measured on other buckets than it is chosen on. */
export interface BestOf {
  /** Its place among the contestants. */
  readonly best: number;
  /** As it is on all buckets, which chose it: too large on average. */
  readonly value: number;
  /** What the choice comes to on buckets that had no part in it, and its standard error. */
  readonly heldOut: number;
  readonly se: number;
  /** The share of the folds that choose the same one. */
  readonly agreed: number;
}

/**
 * The largest of several numbers is optimistic: its noise helped to choose it. Here each of ten parts of the buckets
 * measures the one that is the best on the other nine; the mean of these is what the choice is worth. Numbers of
 * parts are to first order: θ + Σ ψ_b over the part, by its share. `larger` says whether larger is better.
 */
export function bestOf(contestants: readonly Contestant[], larger: boolean): BestOf | undefined {
  const size = contestants[0]?.influence.length ?? 0;
  if (contestants.length < 2 || size < 2 * folds) return undefined;
  const parts = contestants.map(({ influence }) => sumsOf(influence));
  const share = counts(size).map((count) => count / size);
  const choose = (numberOf: (at: number) => number): number =>
    contestants.reduce((best, _, at) => {
      const [own, held] = [numberOf(at), numberOf(best)];
      return (larger ? own > held : own < held) ? at : best;
    }, 0);
  const ofAll = (at: number): number => contestants[at]?.value ?? 0;
  const chosen = share.map((part, fold) =>
    choose((at) => ofAll(at) - (parts[at]?.[fold] ?? 0) / (1 - part)),
  );
  const best = choose(ofAll);
  const heldOut = chosen.reduce(
    (sum, at, fold) => sum + (share[fold] ?? 0) * ofAll(at) + (parts[at]?.[fold] ?? 0),
    0,
  );
  let square = 0;
  for (let b = 0; b < size; b++) {
    square += (contestants[chosen[foldOf(b)] ?? 0]?.influence[b] ?? 0) ** 2;
  }
  return {
    best,
    value: ofAll(best),
    heldOut,
    se: Math.sqrt(square),
    agreed: chosen.filter((at) => at === best).length / folds,
  };
}

const folds = 10;

/** Buckets one after the other may be alike, so that they are spread over the folds by a multiplicative hash. */
const foldOf = (bucket: number): number => (Math.imul(bucket, 0x9e3779b1) >>> 8) % folds;

function sumsOf(influence: Float64Array): readonly number[] {
  const sums = new Array<number>(folds).fill(0);
  for (let b = 0; b < influence.length; b++) {
    const fold = foldOf(b);
    sums[fold] = (sums[fold] ?? 0) + (influence[b] ?? 0);
  }
  return sums;
}

function counts(size: number): readonly number[] {
  const found = new Array<number>(folds).fill(0);
  for (let b = 0; b < size; b++) found[foldOf(b)] = (found[foldOf(b)] ?? 0) + 1;
  return found;
}
